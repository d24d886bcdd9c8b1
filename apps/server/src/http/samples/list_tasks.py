import base64, hashlib, hmac, json, os, secrets, time, urllib.request

target = '/openapi/v1/listTasks'
body = json.dumps({'status': 'all'}).encode()
app_id, secret = os.environ['MOQI_APP_ID'], os.environ['MOQI_SECRET']
timestamp, nonce = str(int(time.time() * 1000)), secrets.token_hex(16)
body_hash = base64.b64encode(hashlib.sha256(body).digest()).decode()
text = '\n'.join(['HMAC-SHA256', 'POST', target, app_id, timestamp, nonce, '', body_hash])
signature = base64.b64encode(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()).decode()
request = urllib.request.Request(os.environ['MOQI_URL'] + target, data=body, headers={
    'Content-Type': 'application/json', 'X-Moqi-App-Id': app_id, 'X-Moqi-Timestamp': timestamp,
    'X-Moqi-Nonce': nonce, 'X-Moqi-Body-Hash': body_hash, 'X-Moqi-Signature': signature})
print(urllib.request.urlopen(request).read().decode())
