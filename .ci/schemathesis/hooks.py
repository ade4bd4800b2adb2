"""What somebody who uses the tool would set up: banks and wallets that there are, and a clock that goes on, so that limits are not all it meets."""

import json
import os
import re
import urllib.request
from itertools import count

import schemathesis

WALLETS = ("0000000001", "0000000002", "0000000003")
sent = count(1)


@schemathesis.hook
def before_call(ctx, case, kwargs):
    if next(sent) % 100 == 0:
        advance = urllib.request.Request(
            os.environ["TARGET_CONTROL_URL"] + "/clock/advance",
            data=json.dumps({"seconds": 3600}).encode(),
            headers={"authorization": "Bearer " + os.environ["TARGET_CONTROL_TOKEN"]},
        )
        urllib.request.urlopen(advance, timeout=30).read()


@schemathesis.hook
def filter_case(ctx, case):
    """What a missing idempotency key is answered is not shown, nor whether an empty text, or null, is one that is given."""
    keyless = case.method.upper() == "POST" and not (case.headers or {}).get("Idempotency-Key")
    return not keyless and all(value and value.strip() for value in values(case.body))


@schemathesis.hook
def map_case(ctx, case):
    """Of what is to be accepted: banks and wallets that there are, and where the interface leaves bounds open, what lies within any."""
    if case.meta is None or not case.meta.generation.mode.is_positive or not isinstance(case.body, dict):
        return case
    body = case.body
    for name in ("reference", "paymentReference", "linkRef"):
        if isinstance(body.get(name), str):
            body[name] = re.sub(r"[^A-Za-z0-9._:-]", "x", body[name])[:100]
    for name, most in (("amount", 1_000_000), ("feeAmount", 1_000)):
        if isinstance(body.get(name), (int, float)):
            body[name] = min(abs(int(body[name])), most)
    for holder in (body, body.get("seller")):
        if isinstance(holder, dict) and isinstance(holder.get("walletId"), str):
            holder["walletId"] = WALLETS[sum(map(ord, holder["walletId"])) % 3]
    if "feeWalletId" in body:
        body["feeWalletId"] = WALLETS[0]
    if isinstance(body.get("recipient"), dict):
        body["recipient"]["bankName"] = "Access Bank"
    return case


def values(body):
    if isinstance(body, dict):
        return [value for each in body.values() for value in values(each)]
    return [body] if body is None or isinstance(body, str) else []
