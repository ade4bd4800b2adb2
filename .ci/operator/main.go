// Validates manifests as an API server does in which the k6 operator is installed: by the CRD of the operator's own module, with the
// validation of Kubernetes' own module. Each argument is a file of one manifest. Prints what is wrong, a line each; exit status 1 then.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	// Names the operator's module in go.mod, and that it has the kind.
	"github.com/grafana/k6-operator/api/v1alpha1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"sigs.k8s.io/yaml"
)

func main() {
	definition, err := crd()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	status := 0
	for _, file := range os.Args[1:] {
		wrong, err := check(file, definition)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		for _, words := range wrong {
			fmt.Printf("%s: %s\n", file, words)
			status = 1
		}
	}
	os.Exit(status)
}

// crd reads the definition of TestRun out of the module cache, where Go has put it and compared it with go.sum.
func crd() (*v1.CustomResourceDefinition, error) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/grafana/k6-operator").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), "config", "crd", "bases", "k6.io_testruns.yaml"))
	if err != nil {
		return nil, err
	}
	definition := &v1.CustomResourceDefinition{}
	return definition, yaml.UnmarshalStrict(text, definition)
}

func check(file string, definition *v1.CustomResourceDefinition) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	object := map[string]any{}
	if err := yaml.UnmarshalStrict(text, &object); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	version := definition.Spec.Versions[0]
	due := definition.Spec.Group + "/" + version.Name
	wrong := []string{}
	if object["apiVersion"] != due || object["kind"] != definition.Spec.Names.Kind {
		wrong = append(wrong, fmt.Sprintf("is %v %v, not %s %s", object["apiVersion"], object["kind"], due, definition.Spec.Names.Kind))
	}
	internal := &apiextensions.JSONSchemaProps{}
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, internal, nil); err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidator(internal)
	if err != nil {
		return nil, err
	}
	for _, each := range validation.ValidateCustomResource(nil, object, validator) {
		wrong = append(wrong, each.Error())
	}
	structural, err := schema.NewStructural(internal)
	if err != nil {
		return nil, err
	}
	// The server drops what the schema does not know; `kubectl apply` refuses it (--validate=strict).
	unknown := pruning.PruneWithOptions(object, structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	for _, path := range unknown {
		wrong = append(wrong, path+": unknown field")
	}
	if len(wrong) > 0 {
		return wrong, nil
	}
	// The operator reads it into this.
	if err := yaml.UnmarshalStrict(text, &v1alpha1.TestRun{}); err != nil {
		wrong = append(wrong, err.Error())
	}
	return wrong, nil
}
