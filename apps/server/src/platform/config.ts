import { join, resolve } from 'node:path'
import { checkEmail } from '@moqi/domain/identity/email'
import { defaultSmsLimits, type SmsLimits } from '@moqi/domain/messages/sms-budget'
import { isPkcs11Uri } from '@moqi/trust/hsm/pkcs11-key'
import { type SealReview, sealReviews } from '@moqi/domain/seals/seal-review'
import type { SuiteName } from '@moqi/trust/suites/suite'
import { readS3Settings, type S3Settings } from '#src/platform/blobs/s3/s3-settings.ts'
import type { SmtpSettings } from '#src/platform/gateways/mail/smtp-mail.ts'
import { readSampleInvoices } from '#src/platform/gateways/invoice-setting.ts'
import { type Payee, readPayee } from '#src/platform/gateways/payment/payee.ts'
import { readPaymentSettings, type PaymentSettings } from '#src/platform/gateways/payment/payment-settings.ts'
import { readTraceSettings, type TraceSettings } from '#src/platform/operation/trace-settings.ts'
import { readNetworks } from '#src/platform/network-list.ts'
import { readTrustedProxies, type TrustedProxies } from '#src/platform/trusted-proxies.ts'
import { type IdentitySettings, readIdentitySettings } from '#src/platform/gateways/identity/identity-settings.ts'
import { readSmsSettings, type SmsSettings } from '#src/platform/gateways/sms/sms-settings.ts'

/** Settings of one server process, read once from the environment. */
export type Config = {
  port: number
  host: string
  /** Keys and, unless they are elsewhere, blobs and the database. */
  dataDir: string
  /** Where blobs are kept: a folder, or a bucket of an object store. */
  blobs: string | S3Settings
  databaseUrl: string | null
  /** What is kept free of the disk of `dataDir` for what is under way when it fills; 0: nothing. */
  reserveBytes: number
  /** Demo accounts, and an outbox anyone can read. Never on a server with real people. */
  demo: boolean
  brand: string
  supportPhone: string
  /** Where reports of fraud are mailed; they are stored alone when null. */
  supportEmail: string | null
  /** Who decides on uploaded pictures of seals. */
  sealReview: SealReview
  /** How many of those who run the platform must find a company's papers right. */
  companyReviewers: 1 | 2
  /** How many operators it takes to freeze a space. */
  freezers: 1 | 2
  /** How many operators revoking a certificate takes. */
  revokers: 1 | 2
  /** How many operators must want a change of the catalogue. */
  pricers: 1 | 2
  /** Whether those who run the platform are let in over HTTP. */
  operator: boolean
  /** Who takes money for orders. */
  payments: PaymentSettings
  /** Whether invoices are samples that the embedded gateway draws; else the platform's operator issues them. */
  embeddedInvoices: boolean
  /** The account that bank transfers go to; null where none are taken. */
  payee: Payee | null
  /** Where people reach this server, for links in messages. */
  publicUrl: string
  consoleUrl: string
  /** Where pages find the API, and what pdf.js fetches while it draws, without a slash at the end; empty: here. */
  apiUrl: string
  staticUrl: string
  /** Where people's companion for their USB keys listens, an origin on loopback; empty: none is asked. */
  companionUrl: string
  /** The folder of the extension under /vue; null: none. */
  extension: string | null
  /** The key that seals keys: 64 hex digits, `file:` and a path, or `pkcs11:` (RFC 7512). Null: a file in `dataDir`. */
  keyEncryptionKey: string | null
  /** Keys that only open, in the same forms. */
  previousKeys: string[]
  /** RFC 3161 authority; the embedded one when null. `token` is sent as bearer token. */
  timestampAuthority: RemoteAuthority | null
  /** Certification authority that answers PKCS#10; the embedded one when null. */
  certificateAuthority: RemoteAuthority | null
  /** The platform's own key in a token: a PKCS#11 URI, and the PEM file of its certificate and chain. */
  certifierToken: { uri: string; certificate: string } | null
  /** The suite of the embedded CA, and of the keys another one is asked to certify. */
  suite: SuiteName
  /** PEM file of the roots those authorities' certificates end at. */
  trustedRoots: string | null
  /** PEM file of the roots at which certificates of people's own keys may end, beside those; null: no more. */
  keyRoots: string | null
  /** The carrier that takes SMS; the outbox when null. */
  sms: SmsSettings | null
  /** Null is the embedded sandbox. */
  identity: IdentitySettings | null
  /** SMS a day to one phone and from one space, codes apart. */
  smsLimits: SmsLimits
  /** The server that takes mail; the outbox when null. */
  smtp: SmtpSettings | null
  /** Browsers reach the hosts below this one over TLS alone, too, once they have been here over TLS. */
  secureSubdomains: boolean
  /** The reverse proxies whose `X-Forwarded-For` is believed. */
  trustProxy: TrustedProxies
  /** The converter of Word files in a container of its own; this machine's LibreOffice when null. */
  converterUrl: string | null
  /** Where metrics are read, and by which bearer token; nowhere when null. */
  metrics: { host: string; port: number; token: string | null } | null
  /** Networks of the operator's own that events may be sent to, over HTTP too. */
  webhookAllow: readonly string[]
  /** Networks of the operator's own where companies' identity providers may be, over HTTP too. */
  providerAllow: readonly string[]
  /** The folder of the files that stand at the root, by which others see whose host it is; null: none. */
  rootFiles: string | null
  /** Who hears of spans; nobody when null. */
  traces: TraceSettings | null
}

/** Somebody else's service over HTTP. */
export type RemoteAuthority = { url: string; token: string | null }

/** Reads the settings; throws with the variable's name when one makes no sense. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = portOf(env)
  const text = (name: string, otherwise: string) => env[name] || otherwise
  const publicUrl = text('MOQI_PUBLIC_URL', `http://localhost:${port}`)
  const dataDir = resolve(text('MOQI_DATA', 'data'))
  return {
    port,
    host: text('HOST', '127.0.0.1'),
    dataDir,
    blobs: blobsOf(env, dataDir),
    databaseUrl: env.DATABASE_URL || null,
    reserveBytes: reserveOf(env),
    demo: demoOf(env),
    brand: text('MOQI_BRAND', '墨契'),
    supportPhone: text('MOQI_SUPPORT_PHONE', '400-000-0000'),
    supportEmail: supportEmailOf(env),
    sealReview: sealReviewOf(env),
    companyReviewers: companyReviewersOf(env),
    freezers: freezersOf(env),
    revokers: revokersOf(env),
    pricers: pricersOf(env),
    operator: operatorOf(env),
    payments: readPaymentSettings(env, demoOf(env)),
    embeddedInvoices: readSampleInvoices(env, demoOf(env)),
    payee: readPayee(env, demoOf(env)),
    publicUrl,
    consoleUrl: env.MOQI_CONSOLE_URL ? webAddress('MOQI_CONSOLE_URL', env.MOQI_CONSOLE_URL) : '',
    apiUrl: baseOf(env, 'MOQI_API_URL'),
    staticUrl: baseOf(env, 'MOQI_STATIC_URL'),
    companionUrl: companionOf(env),
    extension: extensionOf(env),
    keyEncryptionKey: env.MOQI_KEK ? keySetting('MOQI_KEK', env.MOQI_KEK) : null,
    previousKeys: (env.MOQI_KEK_PREVIOUS ?? '').split(/\s+/).filter(Boolean).map(previousKey),
    timestampAuthority: remoteOf(env, 'MOQI_TSA'),
    certificateAuthority: remoteOf(env, 'MOQI_CA'),
    certifierToken: certifierTokenOf(env),
    suite: suiteOf(env),
    trustedRoots: rootsOf(env),
    keyRoots: env.MOQI_KEY_ROOTS ? resolve(env.MOQI_KEY_ROOTS) : null,
    sms: readSmsSettings(env, text('MOQI_BRAND', '墨契'), publicUrl),
    identity: readIdentitySettings(env),
    smsLimits: smsLimitsOf(env),
    smtp: smtpOf(env),
    secureSubdomains: env.MOQI_HSTS_SUBDOMAINS !== '0',
    trustProxy: readTrustedProxies(env.MOQI_TRUST_PROXY ?? ''),
    converterUrl: env.MOQI_CONVERTER_URL ? webAddress('MOQI_CONVERTER_URL', env.MOQI_CONVERTER_URL) : null,
    metrics: metricsOf(env),
    webhookAllow: readNetworks('MOQI_WEBHOOK_ALLOW', env.MOQI_WEBHOOK_ALLOW),
    providerAllow: readNetworks('MOQI_SSO_ALLOW', env.MOQI_SSO_ALLOW),
    rootFiles: env.MOQI_ROOT_FILES ? resolve(env.MOQI_ROOT_FILES) : null,
    traces: readTraceSettings(env),
  }
}

/** On each person's own computer: pages may reach this one origin of it, from the one document that asks. */
function companionOf({ MOQI_COMPANION: place }: NodeJS.ProcessEnv): string {
  if (place === 'off') return ''
  const origin = place || 'http://127.0.0.1:21290'
  if (/^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(origin)) return origin
  throw new Error(`MOQI_COMPANION ${origin} is neither off nor an origin like http://127.0.0.1:21290`)
}

/** The one that comes with the product, unless another folder is named or none is wished for. */
function extensionOf({ MOQI_VUE: place }: NodeJS.ProcessEnv): string | null {
  if (place === 'off') return null
  return place ? resolve(place) : join(import.meta.dirname, '../../../vue/dist')
}

function blobsOf(env: NodeJS.ProcessEnv, dataDir: string): Config['blobs'] {
  const { MOQI_BLOBS: place } = env
  if (!place) return join(dataDir, 'blobs')
  if (place.startsWith('s3:')) return readS3Settings(env)
  if (/^\w+:\/\//.test(place)) throw new Error(`MOQI_BLOBS ${place} is neither a folder nor s3://BUCKET/PREFIX`)
  return resolve(place)
}

/** An embedded database ends when its disk is full, so its disk has a reserve. */
function reserveOf({ MOQI_DISK_RESERVE: asked, DATABASE_URL }: NodeJS.ProcessEnv): number {
  const megabytes = Number(asked || (DATABASE_URL ? 0 : 128))
  if (Number.isInteger(megabytes) && megabytes >= 0) return megabytes * 1024 ** 2
  throw new Error(`MOQI_DISK_RESERVE ${asked} is no number of megabytes`)
}

function portOf({ PORT }: NodeJS.ProcessEnv): number {
  const port = Number(PORT || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT ${PORT} is no port`)
  return port
}

/** Strangers must not read them: beyond this machine they ask for a token. */
function metricsOf({ MOQI_METRICS: address, MOQI_METRICS_TOKEN }: NodeJS.ProcessEnv): Config['metrics'] {
  if (!address) return null
  const url = URL.canParse(`http://${address}`) ? new URL(`http://${address}`) : null
  if (!url || !/:\d+$/.test(address)) throw new Error('MOQI_METRICS is no address and port like 127.0.0.1:9464')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const token = MOQI_METRICS_TOKEN || null
  if (token === null && !/^(localhost|127\..*|::1)$/.test(host))
    throw new Error('MOQI_METRICS needs MOQI_METRICS_TOKEN')
  return { host, port: Number(/\d+$/.exec(address)?.[0]), token }
}

/** Real people must not meet the embedded CA and the outbox unless the operator names them (invariant 8). */
function demoOf(env: NodeJS.ProcessEnv): boolean {
  const demo = env.MOQI_DEMO !== '0'
  const embedded = [
    ...(env.MOQI_CA_URL && env.MOQI_TSA_URL ? [] : ['ca']),
    ...((env.MOQI_SMS || 'outbox') === 'outbox' ? ['sms'] : []),
    ...(env.MOQI_MAIL_URL ? [] : ['mail']),
    ...((env.MOQI_IDENTITY || 'embedded') === 'embedded' ? ['identity'] : []),
  ]
  const allowed = new Set(env.MOQI_ALLOW_EMBEDDED?.split(','))
  if (demo || embedded.every((name) => allowed.has(name))) return demo
  throw new Error(
    'outside demo mode the embedded CA, the outbox for SMS and mail, and the embedded identity gateway must be allowed by name: ' +
      `MOQI_ALLOW_EMBEDDED=${embedded.join(',')}`,
  )
}

/** Nobody looks after a demonstration, so its reviews would never end. */
function sealReviewOf(env: NodeJS.ProcessEnv): SealReview {
  const asked = env.MOQI_SEAL_REVIEW || (demoOf(env) ? 'automatic' : 'operator')
  const review = sealReviews.find((known) => known === asked)
  if (!review) throw new Error(`MOQI_SEAL_REVIEW ${asked} is none of ${sealReviews.join(', ')}`)
  return review
}

function companyReviewersOf({ MOQI_COMPANY_REVIEWERS: asked }: NodeJS.ProcessEnv): Config['companyReviewers'] {
  if (!asked || asked === '1') return 1
  if (asked === '2') return 2
  throw new Error(`MOQI_COMPANY_REVIEWERS ${asked} is neither 1 nor 2`)
}

function freezersOf({ MOQI_FREEZERS: asked }: NodeJS.ProcessEnv): Config['freezers'] {
  if (!asked || asked === '1') return 1
  if (asked === '2') return 2
  throw new Error(`MOQI_FREEZERS ${asked} is neither 1 nor 2`)
}

function revokersOf({ MOQI_REVOKERS: asked }: NodeJS.ProcessEnv): Config['revokers'] {
  if (!asked || asked === '1') return 1
  if (asked === '2') return 2
  throw new Error(`MOQI_REVOKERS ${asked} is neither 1 nor 2`)
}

function pricersOf({ MOQI_PRICERS: asked }: NodeJS.ProcessEnv): Config['pricers'] {
  if (!asked || asked === '1') return 1
  if (asked === '2') return 2
  throw new Error(`MOQI_PRICERS ${asked} is neither 1 nor 2`)
}

/** What opens every space's queue is open where it is asked for by name alone. */
function operatorOf(env: NodeJS.ProcessEnv): boolean {
  const asked = env.MOQI_OPERATOR || (demoOf(env) ? 'on' : 'off')
  if (asked !== 'on' && asked !== 'off') throw new Error(`MOQI_OPERATOR ${asked} is neither on nor off`)
  return asked === 'on'
}

function supportEmailOf({ MOQI_SUPPORT_EMAIL: address }: NodeJS.ProcessEnv): string | null {
  if (!address) return null
  const email = checkEmail(address)
  if (!email.ok) throw new Error(`MOQI_SUPPORT_EMAIL ${address} is no mail address`)
  return email.value
}

function smsLimitsOf(env: NodeJS.ProcessEnv): SmsLimits {
  const { perRecipient, perSender } = defaultSmsLimits
  return {
    perRecipient: countOf(env, 'MOQI_SMS_PER_RECIPIENT', perRecipient),
    perSender: countOf(env, 'MOQI_SMS_PER_SENDER', perSender),
  }
}

function countOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name] || String(otherwise)
  if (!/^\d{1,7}$/.test(text)) throw new Error(`${name} ${text} is no number of messages`)
  return Number(text)
}

function smtpOf({
  MOQI_MAIL_URL: url,
  MOQI_MAIL_FROM: from,
  MOQI_MAIL_PLAIN: plain,
}: NodeJS.ProcessEnv): SmtpSettings | null {
  if (!url) return null
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new Error('MOQI_MAIL_URL is no smtp address')
  if (!from) throw new Error('MOQI_MAIL_URL needs MOQI_MAIL_FROM')
  return { url, from, plain: plain === '1' }
}

function remoteOf(env: NodeJS.ProcessEnv, name: 'MOQI_TSA' | 'MOQI_CA'): RemoteAuthority | null {
  const url = env[`${name}_URL`]
  if (!url) return null
  return { url: webAddress(`${name}_URL`, url), token: env[`${name}_TOKEN`] || null }
}

/** Goes before a path that begins with a slash. */
const baseOf = (env: NodeJS.ProcessEnv, name: 'MOQI_API_URL' | 'MOQI_STATIC_URL'): string =>
  env[name] ? webAddress(name, env[name]).replace(/\/+$/, '') : ''

function webAddress(name: string, url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new Error(`${name} is no HTTP address`)
}

/** How MOQI_CA_SUITE names each suite. */
export const suiteSettings: Readonly<Record<SuiteName, string>> = { 'P-256': 'p256', 'RSA-2048': 'rsa2048', SM2: 'sm2' }

function suiteOf({ MOQI_CA_SUITE = '' }: NodeJS.ProcessEnv): SuiteName {
  const wanted = MOQI_CA_SUITE || suiteSettings['P-256']
  const names: SuiteName[] = ['P-256', 'RSA-2048', 'SM2']
  const suite = names.find((name) => suiteSettings[name] === wanted)
  if (!suite) throw new Error(`MOQI_CA_SUITE ${wanted} is none of ${Object.values(suiteSettings).join(', ')}`)
  return suite
}

/** Without their roots our own signatures would end nowhere that is trusted. */
function rootsOf(env: NodeJS.ProcessEnv): string | null {
  const file = env.MOQI_TRUSTED_ROOTS
  if (file) return resolve(file)
  if (env.MOQI_TSA_URL || env.MOQI_CA_URL) throw new Error('MOQI_TSA_URL and MOQI_CA_URL need MOQI_TRUSTED_ROOTS')
  if (env.MOQI_CERTIFIER_PKCS11) throw new Error('MOQI_CERTIFIER_PKCS11 needs MOQI_TRUSTED_ROOTS')
  return null
}

/** The URI may hold the PIN: it is not repeated. */
function certifierTokenOf(env: NodeJS.ProcessEnv): Config['certifierToken'] {
  const { MOQI_CERTIFIER_PKCS11: uri, MOQI_CERTIFIER_CERT: certificate } = env
  if (!uri && !certificate) return null
  if (!uri || !certificate) throw new Error('MOQI_CERTIFIER_PKCS11 and MOQI_CERTIFIER_CERT need each other')
  if (!isPkcs11Uri(uri)) throw new Error('MOQI_CERTIFIER_PKCS11 is no pkcs11:…')
  if (suiteOf(env) === 'SM2') throw new Error('MOQI_CERTIFIER_PKCS11: PKCS#11 names no mechanism for SM2')
  return { uri, certificate: resolve(certificate) }
}

/** The value is a secret, or tells where one is: it is not repeated. */
function keySetting(name: string, value: string): string {
  if (/^([0-9a-fA-F]{64}|(file|pkcs11):.+)$/.test(value)) return value
  throw new Error(`${name} is neither 64 hex digits nor file:… nor pkcs11:…`)
}

const previousKey = (value: string) => keySetting('MOQI_KEK_PREVIOUS', value)
