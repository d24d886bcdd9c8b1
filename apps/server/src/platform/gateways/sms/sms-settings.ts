import { readFileSync } from 'node:fs'
import { type SmsScene, smsTemplates } from '@moqi/domain/messages/sms-text'
import { z } from 'zod'
import { keysOf } from '@moqi/domain/keys-of'
import type { Carrier } from './carrier-form.ts'

/** How to reach a carrier: its name, the registered signature and templates, the key that signs requests. */
export type SmsSettings = {
  carrier: Carrier
  key: { id: string; secret: string }
  /** 短信签名, as registered. */
  signature: string
  /** Our scene → the carrier's template. */
  templates: Record<SmsScene, string>
  /** Tencent Cloud alone: SmsSdkAppId and region. */
  appId: string
  region: string
  /** Our own address, which registered templates contain, without a slash at its end. */
  site: string
  /** Another address than the carrier's own. */
  url: string | null
}

const scenes = keysOf(smsTemplates)
const Templates = z.record(z.string(), z.string().min(1))
const WholeTemplates = z.record(z.enum(scenes), z.string())

/** Reads `MOQI_SMS` and what belongs to it; null for the outbox. Throws with the variable that makes no sense. */
export function readSmsSettings(env: NodeJS.ProcessEnv, brand: string, site: string): SmsSettings | null {
  const carrier = env.MOQI_SMS || 'outbox'
  if (carrier === 'outbox') return null
  if (carrier !== 'aliyun' && carrier !== 'tencent')
    throw new Error(`MOQI_SMS ${carrier} is none of outbox aliyun tencent`)
  return {
    carrier,
    key: { id: required(env, 'MOQI_SMS_KEY_ID'), secret: required(env, 'MOQI_SMS_KEY_SECRET') },
    signature: env.MOQI_SMS_SIGNATURE || brand,
    templates: readTemplates(required(env, 'MOQI_SMS_TEMPLATES')),
    appId: carrier === 'tencent' ? required(env, 'MOQI_SMS_APP_ID') : '',
    region: env.MOQI_SMS_REGION || 'ap-guangzhou',
    site,
    url: env.MOQI_SMS_URL || null,
  }
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`MOQI_SMS=${env.MOQI_SMS} needs ${name}`)
  return value
}

/** Every scene needs its template: a missing one would be noticed when a person waits for a message. */
function readTemplates(file: string): Record<SmsScene, string> {
  const given = Templates.parse(JSON.parse(readFileSync(file, 'utf8')))
  const missing = scenes.filter((scene) => !given[scene])
  if (missing.length > 0) throw new Error(`MOQI_SMS_TEMPLATES lacks ${missing.join(', ')}`)
  return WholeTemplates.parse(Object.fromEntries(scenes.map((scene) => [scene, given[scene]])))
}
