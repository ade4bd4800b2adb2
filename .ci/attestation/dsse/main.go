// Verifies an attestation with go-securesystemslib, on which in-toto's and Sigstore's programs in Go are built: dsse ATTESTATION KEY.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
)

func main() {
	if err := verify(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func verify(attestation, pem string) error {
	given, err := os.ReadFile(pem)
	if err != nil {
		return err
	}
	key, err := signerverifier.LoadKey(given)
	if err != nil {
		return err
	}
	signer, err := signerverifier.NewED25519SignerVerifierFromSSLibKey(key)
	if err != nil {
		return err
	}
	verifier, err := dsse.NewEnvelopeVerifier(signer)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(attestation)
	if err != nil {
		return err
	}
	var envelope dsse.Envelope
	if err := json.Unmarshal(text, &envelope); err != nil {
		return err
	}
	if _, err := verifier.Verify(context.Background(), &envelope); err != nil {
		return err
	}
	payload, err := envelope.DecodeB64Payload()
	if err != nil {
		return err
	}
	var statement struct {
		Subject []struct{ Digest map[string]string }
	}
	if err := json.Unmarshal(payload, &statement); err != nil {
		return err
	}
	manifest, err := os.ReadFile(filepath.Join(filepath.Dir(attestation), "manifest.json"))
	if err != nil {
		return err
	}
	if digest := fmt.Sprintf("%x", sha256.Sum256(manifest)); len(statement.Subject) != 1 || statement.Subject[0].Digest["sha256"] != digest {
		return fmt.Errorf("it is of another manifest")
	}
	fmt.Println("signature and subject hold")
	return nil
}
