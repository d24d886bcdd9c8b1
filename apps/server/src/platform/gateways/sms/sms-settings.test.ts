import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smsTemplates } from '@moqi/domain/messages/sms-text'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { readSmsSettings } from './sms-settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'moqi-sms-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function templates(scenes: string[]): string {
  const file = join(directory, `${scenes.length}.json`)
  writeFileSync(file, JSON.stringify(Object.fromEntries(scenes.map((scene) => [scene, `SMS_${scene}`]))))
  return file
}
const site = 'https://m.cn'
const scenes = Object.keys(smsTemplates)
const whole = {
  MOQI_SMS: 'tencent',
  MOQI_SMS_KEY_ID: 'id',
  MOQI_SMS_KEY_SECRET: 'secret',
  MOQI_SMS_APP_ID: '1400',
  MOQI_SMS_TEMPLATES: templates(scenes),
}

test('a carrier is configured by name, with a template for every scene', () => {
  expect(readSmsSettings({}, '墨契', site)).toBeNull()
  expect(readSmsSettings(whole, '墨契', site)).toMatchObject({
    carrier: 'tencent',
    signature: '墨契',
    appId: '1400',
    url: null,
  })
})

test.each([
  [{ MOQI_SMS: 'pigeon' }, 'MOQI_SMS pigeon is none of'],
  [{ MOQI_SMS_KEY_SECRET: '' }, 'MOQI_SMS=tencent needs MOQI_SMS_KEY_SECRET'],
  [{ MOQI_SMS_APP_ID: '' }, 'MOQI_SMS=tencent needs MOQI_SMS_APP_ID'],
  [{ MOQI_SMS_TEMPLATES: templates(scenes.slice(2)) }, `MOQI_SMS_TEMPLATES lacks ${scenes.slice(0, 2).join(', ')}`],
])('%j stops the start with a sentence', (change, sentence) => {
  expect(() => readSmsSettings({ ...whole, ...change }, '墨契', site)).toThrow(sentence)
})

test('real people never meet the outbox unless it is named', () => {
  const embedded = { MOQI_DEMO: '0', MOQI_ALLOW_EMBEDDED: 'ca,identity' }
  expect(() => readConfig(embedded)).toThrow('MOQI_ALLOW_EMBEDDED=ca,sms,mail,identity')
  const mail = { MOQI_MAIL_URL: 'smtps://user:pass@mail.example.cn', MOQI_MAIL_FROM: '墨契 <no-reply@example.cn>' }
  expect(readConfig({ ...embedded, ...whole, ...mail })).toMatchObject({
    demo: false,
    smtp: { url: mail.MOQI_MAIL_URL },
  })
  expect(() => readConfig({ MOQI_MAIL_URL: mail.MOQI_MAIL_URL })).toThrow('MOQI_MAIL_FROM')
  expect(() => readConfig({ ...mail, MOQI_MAIL_URL: 'http://mail.example.cn' })).toThrow('no smtp address')
})
