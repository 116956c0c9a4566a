#!/bin/sh
# Purser's open API in POSIX sh, with curl and openssl.
#
#   export PURSER=https://pay.example.com
#   export PURSER_ACCESS_KEY=pk_...  PURSER_SECRET=sk_...  PURSER_WEBHOOK_SECRET=whsec_...
#   sh purser.sh order A-1001 USDP 12.50
#   sh purser.sh webhook "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$WEBHOOK_SIGNATURE" < body
#
# openssl takes secrets as arguments: whoever may list the processes of this machine can read them.
set -euf
LC_ALL=C
export LC_ALL

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# sha256 [-hmac KEY]: of what is read, in hexadecimal.
sha256() {
  openssl dgst -sha256 -r "$@" | cut -d ' ' -f 1
}

# call PATH JSON [IDEMPOTENCY_KEY]: makes a signed request and prints the answer; fails unless the answer says success.
call() {
  timestamp=$(date +%s)
  nonce=$(openssl rand -hex 16)
  hash=$(printf '%s' "$2" | sha256)
  signature=$(printf 'POST\n%s\n\n%s\n%s\n%s' "$1" "$hash" "$timestamp" "$nonce" | sha256 -hmac "$PURSER_SECRET")
  answer=$(curl -sS --connect-timeout 10 --max-time 30 --max-filesize 1000000 "${PURSER%/}$1" --data-raw "$2" \
    -H 'content-type: application/json' -H 'language: en' -H "idempotency-key: ${3-}" \
    -H "purser-key: $PURSER_ACCESS_KEY" -H "purser-timestamp: $timestamp" \
    -H "purser-nonce: $nonce" -H "purser-signature: $signature") ||
    fail 'No answer of Purser. Run it again: under the same idempotency key nothing happens twice.'
  # Every answer begins with its code and its msg. 42110: it was done before, this is the first answer again.
  outcome=$(printf '%s\n' "$answer" | sed -n 's/^{"code":\([0-9]*\),"msg":"\([^"]*\)".*/\1 \2/p')
  case $outcome in
    '200 '* | '42110 '*) printf '%s\n' "$answer" ;;
    '') fail "This is no answer of Purser: $answer" ;;
    *) fail "Purser refused: $outcome
$answer" ;;
  esac
}

# field NAME: the value of a field that holds a text without quotes.
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

# order ORDER_ID COIN AMOUNT: creates an order, then asks for it. The amount is a decimal text.
order() {
  case $1$2$3 in *[!A-Za-z0-9._:-]*) fail 'Only letters, digits and . _ : - can be written into the JSON here.' ;; esac
  made=$(call /v1/open/order/create "{\"order_id\":\"$1\",\"coin_name\":\"$2\",\"amount\":\"$3\"}" "create-$1")
  printf 'Pay here: %s\n' "$(printf '%s\n' "$made" | field payment_url)"
  now=$(call /v1/open/order/query "{\"order_id\":\"$1\"}")
  printf 'Order %s: %s %s, %s\n' "$(printf '%s\n' "$now" | field order_id)" "$(printf '%s\n' "$now" | field amount)" \
    "$(printf '%s\n' "$now" | field coin_name)" "$(printf '%s\n' "$now" | field order_status)"
}

# verify_webhook ID TIMESTAMP SIGNATURE: takes three headers, and the raw body from the standard input.
verify_webhook() {
  case $2 in '' | *[!0-9]*) fail 'Refused: webhook-timestamp is no Unix time' ;; esac
  [ "${#2}" -le 12 ] || fail 'Refused: webhook-timestamp is no Unix time'
  clock=$(date +%s)
  if [ "$2" -lt $((clock - 300)) ] || [ "$2" -gt $((clock + 300)) ]; then
    fail 'Refused: webhook-timestamp is more than 300 s from now'
  fi
  key=$(printf '%s' "${PURSER_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  [ -n "$key" ] || fail 'PURSER_WEBHOOK_SECRET is empty or no base64'
  expected=$({ printf '%s.%s.' "$1" "$2" && cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  [ "${#expected}" -eq 44 ] || fail 'openssl made no signature'
  # The shell compares in a time that depends on the texts. So hashes under a key of this one moment are compared,
  # whose likeness says nothing about the signature.
  moment=$(openssl rand -hex 32)
  blind=$(printf '%s' "v1,$expected" | sha256 -hmac "$moment")
  [ "${#blind}" -eq 64 ] || fail 'openssl made no hash'
  # There are several signatures for a day after a change of secrets.
  for part in $3; do
    if [ "$(printf '%s' "$part" | sha256 -hmac "$moment")" = "$blind" ]; then return 0; fi
  done
  fail 'Refused: webhook-signature does not match'
}

case ${1-}:$# in
  order:4) order "$2" "$3" "$4" ;;
  webhook:4)
    verify_webhook "$2" "$3" "$4"
    printf 'Genuine: %s\n' "$2"
    ;;
  *) fail 'Usage: sh purser.sh order ORDER_ID COIN AMOUNT | sh purser.sh webhook ID TIMESTAMP SIGNATURE < body' ;;
esac
