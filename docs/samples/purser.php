<?php
/**
 * Purser's open API in PHP 8.1 or newer, without packages.
 *
 *   export PURSER=https://pay.example.com
 *   export PURSER_ACCESS_KEY=pk_...  PURSER_SECRET=sk_...  PURSER_WEBHOOK_SECRET=whsec_...
 *   php purser.php order A-1001 USDP 12.50
 *   php purser.php webhook "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$WEBHOOK_SIGNATURE" < body
 */
declare(strict_types=1);

/** Purser answered, and refused. Decide by the code or the name (msg); show the detail to people. */
final class PurserError extends Exception
{
    public function __construct(int $code, public readonly string $name, public readonly string $detail,
        public readonly mixed $data, public readonly ?string $requestId)
    {
        parent::__construct("Purser refused: $code $name", $code);
    }
}

/** No answer of Purser came: whether the request took effect is not known. Repeat it under the same idempotency key. */
final class NoAnswer extends Exception
{
}

/** The message is not Purser's, not whole, or too old. Answer 400 and do nothing. */
final class WebhookRefused extends Exception
{
}

/** Makes a signed request and returns the answer's data. */
function call(string $path, array $input, string $idempotencyKey = ''): array
{
    $body = json_encode((object) $input, JSON_THROW_ON_ERROR);
    $timestamp = (string) time();
    $nonce = bin2hex(random_bytes(16));
    $text = implode("\n", ['POST', $path, '', hash('sha256', $body), $timestamp, $nonce]);
    $answer = @file_get_contents(rtrim(env('PURSER'), '/') . $path, false, stream_context_create(['http' => [
        'method' => 'POST',
        'protocol_version' => 1.1,
        'timeout' => 10, // seconds, for each wait on the network
        'follow_location' => 0,
        'ignore_errors' => true, // a refusal has a body too
        'header' => [
            'connection: close',
            'content-type: application/json',
            'language: en',
            ...($idempotencyKey === '' ? [] : ["idempotency-key: $idempotencyKey"]),
            'purser-key: ' . env('PURSER_ACCESS_KEY'),
            "purser-timestamp: $timestamp",
            "purser-nonce: $nonce",
            'purser-signature: ' . hash_hmac('sha256', $text, env('PURSER_SECRET')),
        ],
        'content' => $body,
    ]]), 0, 1_000_000);
    if ($answer === false) {
        throw new NoAnswer('No answer of Purser: ' . (error_get_last()['message'] ?? ''));
    }
    $envelope = json_decode($answer, true);
    if (!is_array($envelope) || !is_int($envelope['code'] ?? null)) {
        throw new NoAnswer("This is no answer of Purser: $answer");
    }
    // 42110: it was done before, this is the first answer again.
    if (!in_array($envelope['code'], [200, 42110], true)) {
        throw new PurserError($envelope['code'], $envelope['msg'], $envelope['detail'], $envelope['data'], $envelope['request_id']);
    }
    return $envelope['data'];
}

/** Creates an order, then asks for it. The amount is a decimal text, never a number. */
function order(string $orderId, string $coin, string $amount): void
{
    $made = call('/v1/open/order/create', ['order_id' => $orderId, 'coin_name' => $coin, 'amount' => $amount], "create-$orderId");
    echo "Pay here: {$made['payment_url']}\n";
    $now = call('/v1/open/order/query', ['order_id' => $orderId]);
    echo "Order {$now['order_id']}: {$now['amount']} {$now['coin_name']}, {$now['order_status']}\n";
}

/**
 * Checks a webhook and returns its event. Headers are named in lower case; $body is the bytes as they came
 * (file_get_contents('php://input')), not JSON read and written again.
 */
function verify_webhook(array $headers, string $body, string $secret, int $toleranceSeconds = 300): array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        throw new WebhookRefused('webhook-timestamp is no Unix time');
    }
    if (abs(time() - (int) $timestamp) > $toleranceSeconds) {
        throw new WebhookRefused("webhook-timestamp is more than $toleranceSeconds s from now");
    }
    $key = base64_decode(preg_replace('/\Awhsec_/', '', $secret), true);
    if ($key === false || $key === '') {
        throw new InvalidArgumentException('The webhook secret is empty or no base64');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // There are several signatures for a day after a change of secrets.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $part) {
        if (hash_equals($expected, $part)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new WebhookRefused('webhook-signature does not match');
}

function env(string $name): string
{
    $value = getenv($name);
    if ($value === false || $value === '') {
        throw new InvalidArgumentException("$name is not set");
    }
    return $value;
}

try {
    [$what, $one, $two, $three] = array_slice($argv, 1, 4) + ['', '', '', ''];
    if ($what === 'order') {
        order($one, $two, $three);
    } elseif ($what === 'webhook') {
        $headers = ['webhook-id' => $one, 'webhook-timestamp' => $two, 'webhook-signature' => $three];
        $event = verify_webhook($headers, file_get_contents('php://stdin'), env('PURSER_WEBHOOK_SECRET'));
        echo "Genuine: $one {$event['type']}\n";
    } else {
        throw new InvalidArgumentException('Usage: php purser.php order ORDER_ID COIN AMOUNT | php purser.php webhook ID TIMESTAMP SIGNATURE < body');
    }
} catch (PurserError $error) {
    $data = json_encode($error->data);
    fwrite(STDERR, "{$error->getMessage()}\n{$error->detail}\ndata: $data\nrequest_id: {$error->requestId}\n");
    exit(1);
} catch (WebhookRefused $error) {
    fwrite(STDERR, "Refused: {$error->getMessage()}\n");
    exit(1);
} catch (NoAnswer | InvalidArgumentException | JsonException $error) {
    fwrite(STDERR, "{$error->getMessage()}\n");
    exit(1);
}
