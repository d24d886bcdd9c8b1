body='{"status":"all"}'
target='/openapi/v1/listTasks'
timestamp="$(date +%s)000"
nonce="$(openssl rand -hex 16)"
hash="$(printf '%s' "$body" | openssl dgst -sha256 -binary | openssl base64)"
text="$(printf 'HMAC-SHA256\nPOST\n%s\n%s\n%s\n%s\n\n%s' "$target" "$MOQI_APP_ID" "$timestamp" "$nonce" "$hash")"
signature="$(printf '%s' "$text" | openssl dgst -sha256 -hmac "$MOQI_SECRET" -binary | openssl base64)"
curl -sS "$MOQI_URL$target" -H 'Content-Type: application/json' --data-binary "$body" \
  -H "X-Moqi-App-Id: $MOQI_APP_ID" -H "X-Moqi-Timestamp: $timestamp" -H "X-Moqi-Nonce: $nonce" \
  -H "X-Moqi-Body-Hash: $hash" -H "X-Moqi-Signature: $signature"
