import { boundedValues, type SmsMessage, type SmsScene, smsTemplates } from '@moqi/domain/messages/sms-text'

/** A carrier's rules: the longest value of a blank, in characters, and how its templates write the blank at a place. */
type CarrierForm = { longest: number; blank: (name: string, place: number) => string }

/** Alibaba Cloud takes 35 characters in a blank, which it knows by name; Tencent Cloud 20, by place. */
export const carrierForms = {
  aliyun: { longest: 35, blank: (name) => `\${${name}}` },
  tencent: { longest: 20, blank: (_, place) => `{${place}}` },
} as const satisfies Record<string, CarrierForm>
/** A carrier by the name it has in `MOQI_SMS`. */
export type Carrier = keyof typeof carrierForms

/**
 * Carriers refuse most links as values: the address stands in the registered template, and its blank takes letters and
 * digits alone. `/s/…` and `/t/…` become `s…` and `t…`, an invitation the page of all that wait for an answer.
 */
function linkCode(url: string, site: string): string {
  const [, kind = '', token = ''] =
    /^\/([stj])\/([\w-]+)$/.exec(url.startsWith(site) ? url.slice(site.length) : '') ?? []
  return kind === 'j' ? kind : `${kind}${token}`
}

/** Where the link of a carrier's message leads on this site; null when it is none. */
export function linkTarget(code: string): string | null {
  if (code === 'j') return '/home/user-space/company-join-list'
  const [, kind, token] = /^([st])([0-9A-Za-z]{1,40})$/.exec(code) ?? []
  return kind && token ? `/${kind}/${token}` : null
}

/** What fills a message's blanks at a carrier, in the order of its template; `site` is our address without a slash. */
export function carrierValues(message: SmsMessage, carrier: Carrier, site: string): Record<string, string> {
  const bounded = boundedValues(message, carrierForms[carrier])
  return Object.fromEntries(
    Object.entries(bounded).map(([blank, value]) =>
      blank === 'url' ? ['link', linkCode(value, site)] : [blank, value],
    ),
  )
}

/** A scene's template as it is to be registered with a carrier, without the signature, which carriers put before it. */
export function carrierTemplate(scene: SmsScene, carrier: Carrier, site: string): string {
  const names = [...smsTemplates[scene].matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name && name !== 'brand' ? name : [],
  )
  const blank = (name: string) => carrierForms[carrier].blank(name === 'url' ? 'link' : name, names.indexOf(name) + 1)
  return smsTemplates[scene]
    .replace('【{brand}】', '')
    .replace(/\{(\w+)\}/g, (_, name: string) => (name === 'url' ? `${site}/l/${blank(name)}` : blank(name)))
}
