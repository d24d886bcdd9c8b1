<?php
$target = '/openapi/v1/listTasks';
$body = json_encode(['status' => 'all']);
[$appId, $secret] = [getenv('MOQI_APP_ID'), getenv('MOQI_SECRET')];
$timestamp = (string) intval(microtime(true) * 1000);
$nonce = bin2hex(random_bytes(16));
$hash = base64_encode(hash('sha256', $body, true));
$text = implode("\n", ['HMAC-SHA256', 'POST', $target, $appId, $timestamp, $nonce, '', $hash]);
$signature = base64_encode(hash_hmac('sha256', $text, $secret, true));
$headers = ['Content-Type: application/json', "X-Moqi-App-Id: $appId", "X-Moqi-Timestamp: $timestamp",
    "X-Moqi-Nonce: $nonce", "X-Moqi-Body-Hash: $hash", "X-Moqi-Signature: $signature"];
$options = ['http' => ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true]];
echo file_get_contents(getenv('MOQI_URL') . $target, false, stream_context_create($options)), "\n";
