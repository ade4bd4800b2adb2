"""Verifies an attestation with securesystemslib (DSSE) and in-toto-attestation (statement and predicate): verify.py ATTESTATION KEY."""

import json
import sys

from cryptography.hazmat.primitives.serialization import load_pem_public_key
from google.protobuf import json_format
from in_toto_attestation.predicates.test_result.v0.test_result_pb2 import TestResult
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey

attestation, pem = sys.argv[1:]
with open(pem, "rb") as file:
    key = SSlibKey.from_crypto(load_pem_public_key(file.read()))
# The envelope names no key: the one that was told beforehand is meant.
key.keyid = ""
with open(attestation, encoding="utf-8") as file:
    envelope = Envelope.from_dict(json.load(file))
envelope.verify([key], 1)

parsed = statement_pb2.Statement()
json_format.Parse(envelope.payload, parsed)
statement = Statement([], "", {})
statement.pb = parsed
statement.validate()
result = TestResult()
predicate = json_format.MessageToJson(parsed.predicate)
# Fields beyond those of the predicate are to be ignored, by the rules of in-toto.
json_format.Parse(predicate, result, ignore_unknown_fields=True)
assert result.result in ("PASSED", "WARNED", "FAILED")
assert len(result.configuration) > 0
print(f"{result.result}: {len(result.passed_tests)} passed, {len(result.failed_tests)} failed")
