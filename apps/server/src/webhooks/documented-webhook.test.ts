import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf } from '@moqi/domain/keys-of'
import { webhookEvents } from '@moqi/domain/webhooks/webhook-events'
import { webhookStringToSign } from '@moqi/domain/webhooks/webhook-signature'
import { expect, test } from 'vitest'

const document = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')

test('the published vector of a callback is right, and every event is named', () => {
  const [, secret = '', timestamp = '', body = '', signature] =
    /密钥 `([^`]+)`，时间戳 `(\d+)`，请求体：\n\n```json\n(.+)\n```\n\n签名为 `([^`]+)`/.exec(document) ?? []
  const made = createHmac('sha256', secret).update(webhookStringToSign(timestamp, body))
  expect(made.digest('base64')).toBe(signature)
  expect(keysOf(webhookEvents).filter((event) => !document.includes(`\`${event}\``))).toEqual([])
})
