import { accountLimits } from './limits.ts'

/** What a certificate key may be asked to sign a challenge for; a challenge for one is nothing for another. */
export const certificatePurposes = {
  signIn: '登录',
  register: '注册账号',
  bind: '绑定证书Key',
  will: '确认签署意愿',
} as const
/** A purpose of a challenge: a key of `certificatePurposes`. */
export type CertificatePurpose = keyof typeof certificatePurposes

/** What a challenge says: what it is for, where it was asked, for which certificate, bound to what. */
export type CertificateChallenge = {
  purpose: CertificatePurpose
  /** The one origin that may have it signed. */
  origin: string
  /** SHA-256 of the certificate, hex. */
  certificate: string
  /** SHA-256 of whom and what it is bound to, hex. */
  binding: string
  /** Chance, base64url. */
  nonce: string
}

const head = 'moqi-certificate-key/1'
const fields = ['purpose', 'origin', 'certificate', 'binding', 'nonce'] as const

/** A challenge as the key signs it, in UTF-8: text that says what it is, and begins like no document that is signed. */
export const challengeText = (challenge: CertificateChallenge): string =>
  [head, ...fields.map((field) => `${field}: ${challenge[field]}`)].join('\n')

const isPurpose = (text: string): text is CertificatePurpose => Object.hasOwn(certificatePurposes, text)

/** Reads such a text; null for anything that `challengeText` would write otherwise. */
export function readChallenge(text: string): CertificateChallenge | null {
  const [, ...lines] = text.split('\n')
  const valueOf = (field: string) => lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2) ?? ''
  const purpose = valueOf('purpose')
  if (!isPurpose(purpose)) return null
  const read: CertificateChallenge = {
    purpose,
    origin: valueOf('origin'),
    certificate: valueOf('certificate'),
    binding: valueOf('binding'),
    nonce: valueOf('nonce'),
  }
  return challengeText(read) === text ? read : null
}

/** Why a certificate is not taken, as its holder reads it. */
export const certificateFaults = {
  unreadable: '证书无法识别，请更换USBKey中的证书',
  unsupported: '证书的算法不受支持：需要SM2、RSA（2048位以上）或P-256',
  unknown: '证书不是由本平台认可的机构签发，请更换证书，或联系平台客服',
  early: '证书尚未生效，请核对证书的有效期',
  expired: '证书已过期，请到发证机构更新证书后重试',
  usage: '该证书不能用于签名，请选择USBKey中的签名证书',
  weak: '证书的签名算法已不安全，请到发证机构更换证书',
  revoked: '证书已被吊销，不能使用，请到发证机构重新办理',
  unanswered: '暂时查不到证书是否已吊销，请稍后重试，或换一种方式',
} as const
/** A reason not to take a certificate: a key of `certificateFaults`. */
export type CertificateFault = keyof typeof certificateFaults

/** Whom a certificate names. */
export type CertificateSubject = { commonName: string; organization: string }

/**
 * Names that a common name may be read as: itself, or one of the parts that some authorities join by `@`, with a digit
 * before the name that says what it is.
 */
const namesIn = (commonName: string): string[] =>
  commonName
    .split('@')
    .flatMap((part) => [part, part.replace(/^\d(?=\P{ASCII})/u, '')])
    .concat(commonName)
    .map(plainName)

/** Full-width brackets and half-width ones write the same name. */
const plainName = (name: string) => name.normalize('NFKC').replace(/\s+/g, '')

/** Whether a certificate is that person's or company's own: its common name says so. */
export const certifies = ({ commonName }: CertificateSubject, name: string): boolean =>
  name !== '' && namesIn(commonName).includes(plainName(name))

/** Whether a certificate may be bound to an account: of the person itself, of one of its companies, or within one. */
export const mayBind = (subject: CertificateSubject, names: { person: string | null; companies: readonly string[] }) =>
  names.person === null || certifies(subject, names.person) || names.companies.some((name) => certifies(subject, name))

/** What a certificate key is called until somebody says otherwise: whom it names. */
export const certificateKeyName = ({ commonName, organization }: CertificateSubject): string =>
  [...(commonName || organization || '证书Key')].slice(0, accountLimits.passkey.nameLength).join('')
