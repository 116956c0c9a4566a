"""Purser's open API in Python 3, with the standard library alone.

    export PURSER=https://pay.example.com
    export PURSER_ACCESS_KEY=pk_...  PURSER_SECRET=sk_...  PURSER_WEBHOOK_SECRET=whsec_...
    python3 purser.py order A-1001 USDP 12.50
    python3 purser.py webhook "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$WEBHOOK_SIGNATURE" < body
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import secrets
import sys
import time
from urllib.parse import urlsplit


class PurserError(Exception):
    """Purser answered, and refused. Decide by the code or the name (msg); show the detail to people."""

    def __init__(self, envelope):
        self.code = envelope["code"]
        self.name = envelope["msg"]
        self.detail = envelope["detail"]
        self.data = envelope["data"]
        self.request_id = envelope["request_id"]
        super().__init__(f"Purser refused: {self.code} {self.name}")


class NoAnswer(Exception):
    """No answer of Purser came: whether the request took effect is not known. Repeat it under the same idempotency key."""


class WebhookRefused(Exception):
    """The message is not Purser's, not whole, or too old. Answer 400 and do nothing."""


def call(path, data, idempotency_key=""):
    """Makes a signed request and returns the answer's data."""
    body = json.dumps(data).encode()
    timestamp = str(int(time.time()))
    nonce = secrets.token_hex(16)
    text = "\n".join(["POST", path, "", hashlib.sha256(body).hexdigest(), timestamp, nonce])
    headers = {
        "content-type": "application/json",
        "language": "en",
        "purser-key": env("PURSER_ACCESS_KEY"),
        "purser-timestamp": timestamp,
        "purser-nonce": nonce,
        "purser-signature": hmac.new(env("PURSER_SECRET").encode(), text.encode(), hashlib.sha256).hexdigest(),
    }
    if idempotency_key:
        headers["idempotency-key"] = idempotency_key
    base = urlsplit(env("PURSER"))
    connect = http.client.HTTPSConnection if base.scheme == "https" else http.client.HTTPConnection
    connection = connect(base.netloc, timeout=10)  # seconds, for each wait on the network
    try:
        connection.request("POST", base.path.rstrip("/") + path, body, headers)
        answer = connection.getresponse().read(1_000_000)
    except (OSError, http.client.HTTPException) as error:
        raise NoAnswer(f"No answer of Purser: {error!r}") from error
    finally:
        connection.close()
    try:
        envelope = json.loads(answer)
        code = envelope["code"]
    except (ValueError, TypeError, KeyError) as error:
        raise NoAnswer(f"This is no answer of Purser: {answer[:500]!r}") from error
    # 42110: it was done before, this is the first answer again.
    if code not in (200, 42110):
        raise PurserError(envelope)
    return envelope["data"]


def order(order_id, coin, amount):
    """Creates an order, then asks for it. The amount is a decimal text, never a number."""
    made = call("/v1/open/order/create", {"order_id": order_id, "coin_name": coin, "amount": amount}, f"create-{order_id}")
    print(f"Pay here: {made['payment_url']}")
    now = call("/v1/open/order/query", {"order_id": order_id})
    print(f"Order {now['order_id']}: {now['amount']} {now['coin_name']}, {now['order_status']}")


def verify_webhook(headers, body, secret, tolerance_seconds=300):
    """Checks a webhook and returns its event.

    Headers are named in lower case; `body` is the bytes as they came, not JSON read and written again.
    """
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookRefused("webhook-timestamp is no Unix time")
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookRefused(f"webhook-timestamp is more than {tolerance_seconds} s from now")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("The webhook secret is empty")
    signed = f"{message_id}.{timestamp}.".encode(errors="replace") + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # There are several signatures for a day after a change of secrets.
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected, part.encode(errors="replace")) for part in given):
        raise WebhookRefused("webhook-signature does not match")
    return json.loads(body)


def env(name):
    value = os.environ.get(name)
    if not value:
        raise ValueError(f"{name} is not set")
    return value


def main(arguments):
    if len(arguments) == 4 and arguments[0] == "order":
        order(*arguments[1:])
    elif len(arguments) == 4 and arguments[0] == "webhook":
        headers = dict(zip(("webhook-id", "webhook-timestamp", "webhook-signature"), arguments[1:]))
        event = verify_webhook(headers, sys.stdin.buffer.read(), env("PURSER_WEBHOOK_SECRET"))
        print(f"Genuine: {arguments[1]} {event['type']}")
    else:
        raise ValueError("Usage: python3 purser.py order ORDER_ID COIN AMOUNT | python3 purser.py webhook ID TIMESTAMP SIGNATURE < body")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except PurserError as error:
        sys.exit(f"{error}\n{error.detail}\ndata: {json.dumps(error.data)}\nrequest_id: {error.request_id}")
    except WebhookRefused as error:
        sys.exit(f"Refused: {error}")
    except (NoAnswer, ValueError) as error:
        sys.exit(str(error))
