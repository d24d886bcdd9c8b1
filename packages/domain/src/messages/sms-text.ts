/**
 * Longest SMS, with its 【signature】, in UTF-16 units: two parts of 67 each (domain 8). A second part costs cents; a
 * name cut until nobody knows it costs the signature.
 */
export const smsLength = 134

/** SMS texts of every scene (domain 8), their blanks in braces. */
export const smsTemplates = {
  loginCode: '【{brand}】验证码{code}，用于登录，5分钟内有效。请勿告知他人，工作人员不会索取。',
  registerCode: '【{brand}】验证码{code}，用于注册账号，5分钟内有效。如非本人操作请忽略。',
  signCode: '【{brand}】签署验证码{code}，您正在签署《{title}》，5分钟内有效，输入即表示同意签署，切勿告知他人。',
  signSeveralCode:
    '【{brand}】签署验证码{code}，您正在签署《{title}》等{n}份合同，5分钟内有效，输入即表示同意全部签署，切勿告知他人。',
  resetCode: '【{brand}】验证码{code}，用于重置密码，5分钟内有效。如非本人操作请立即联系客服。',
  phoneCode: '【{brand}】验证码{code}，用于更换手机号，5分钟内有效。如非本人操作请立即联系客服。',
  pinCode: '【{brand}】验证码{code}，用于设置签署密码，5分钟内有效。如非本人操作请立即联系客服。',
  transferCode: '【{brand}】验证码{code}，用于转让企业管理员，5分钟内有效。如非本人操作请立即联系客服。',
  exportCode: '【{brand}】验证码{code}，用于导出企业全部合同，5分钟内有效。如非本人操作请立即联系客服。',
  closeCompanyCode: '【{brand}】验证码{code}，用于注销企业，5分钟内有效。如非本人操作请立即联系客服。',
  keyCode: '【{brand}】验证码{code}，用于管理登录密钥，5分钟内有效。如非本人操作请立即联系客服。',
  networkCode: '【{brand}】验证码{code}，用于关闭企业的网络限制，5分钟内有效。如非本人操作请立即联系客服。',
  closeCode: '【{brand}】验证码{code}，用于注销账号，5分钟内有效。如非本人操作请立即联系客服。',
  phoneChanged: '【{brand}】您的账号已改用手机号{phone}登录。如非本人操作，请立即联系客服。',
  mailCode: '【{brand}】验证码{code}，用于更换邮箱，5分钟内有效。如非本人操作请立即联系客服。',
  alreadyRegistered: '【{brand}】该手机号已注册，请直接登录。忘记密码时可在登录页重设。如非本人操作请忽略。',
  notRegistered: '【{brand}】该手机号尚未注册，请先注册账号。如非本人操作请忽略。',
  toSign: '【{brand}】{who}邀请您签署《{title}》，请于{date}前完成：{url}',
  urge: '【{brand}】{who}提醒您签署《{title}》，截止{date}：{url}',
  dueSigner: '【{brand}】《{title}》将于{date}截止，您尚未签署，请及时处理：{url}',
  dueInitiator: '【{brand}】您发起的《{title}》将于{date}截止，尚有{n}方未签署，可登录催签或延期。',
  extended: '【{brand}】《{title}》的签署截止时间已延至{date}，请及时签署：{url}',
  transferred: '【{brand}】{who}将《{title}》转交给您签署，请于{date}前完成：{url}',
  partiesChanged: '【{brand}】{who}变更了《{title}》的签署方，请查看：{url}',
  noLongerParty: '【{brand}】{who}变更了《{title}》的签署方，您不再是签署方，无需处理。',
  contractEnds: '【{brand}】《{title}》将于{date}到期，如需续签或终止请及时处理。',
  rejected: '【{brand}】您发起的《{title}》已被{signer}拒签，原因：{reason}。',
  rejectedOthers: '【{brand}】《{title}》已被{signer}拒签，签署终止，您无需处理。',
  recalled: '【{brand}】《{title}》已被发起方撤回，签署终止，您无需处理。',
  expired: '【{brand}】《{title}》逾期未完成签署，已过期。如需继续请重新发起。',
  expiredOthers: '【{brand}】《{title}》逾期未完成签署，已过期，签署终止，您无需处理。',
  finished: '【{brand}】《{title}》已全部签署完成，可查看和下载：{url}',
  cc: '【{brand}】{who}向您抄送了《{title}》，请查看：{url}',
  toApprove: '【{brand}】{name}申请使用“{seal}”签署《{title}》，请审批：{url}',
  approved: '【{brand}】您申请的“{seal}”用印已通过，《{title}》已完成用印。',
  approvalRefused: '【{brand}】您申请的“{seal}”用印被驳回，原因：{reason}。可修改后重新提交。',
  voidToSign: '【{brand}】{who}申请作废已签署的《{title}》，请核对后处理：{url}',
  voidFinished: '【{brand}】《{title}》的作废协议已签署完成，原合同已作废。',
  administrationOffered: '【{brand}】{admin}请您接任{company}的管理员，请登录后在空间菜单的“待答复”中确认。',
  invited: '【{brand}】{admin}邀请您加入{company}，请确认：{url}',
  authPassed: '【{brand}】{company}已通过实名认证，现在可以制作印章并发起签署。',
  authFailed: '【{brand}】您的实名认证未通过，原因：{reason}。请登录后重新认证。',
  paymentSent: '【{brand}】认证款项已汇出，请在7日内登录填写到账金额完成企业认证。',
  quotaLow: '【{brand}】剩余发起签署份数仅{n}份，请及时购买套餐以免影响使用。',
  paid: '【{brand}】您购买的{pack}已到账，支付{amt}元，可在账单中申请发票。',
  sealChanged: '【{brand}】印章“{seal}”状态或授权已变更，操作人{name}。如非授权操作请立即处理。',
  signatureDisputed: '【{brand}】{name}报告《{title}》上的签署并非本人操作，请立即登录核实。',
  newDevice: '【{brand}】您的账号刚在新设备登录。如非本人操作，请立即修改密码。',
} as const
/** What an SMS is sent for: each has a template that carriers have approved. */
export type SmsScene = keyof typeof smsTemplates

type BlankOf<T extends string> = T extends `${string}{${infer B}}${infer Rest}` ? B | BlankOf<Rest> : never

/** The blanks of a scene, without `brand`, which is the platform's. */
export type SmsBlanks<S extends SmsScene> = Readonly<
  Record<Exclude<BlankOf<(typeof smsTemplates)[S]>, 'brand'>, string | number>
>

/** What a carrier allows of a message: the longest value of a blank, in characters. */
export type SmsBounds = { readonly longest: number }
/** What the carrier with the longest blanks takes, in which a message is shown. */
const shown: SmsBounds = { longest: 35 }

// The brand is the signature registered with the carriers: it is either whole or wrong.
const fixed: ReadonlySet<string> = new Set(['brand', 'code', 'date', 'n', 'amt', 'url', 'phone'])
const brandLength = 8

/** Cuts a text to `length` characters and adds `…` when something was cut. */
export function cutText(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text
}

/** What a company's name ends in says nothing of who it is. */
const legalForm = /(股份有限公司|有限责任公司|有限公司)$/

/** A name or title of at most `longest` characters, the `…` among them; a company loses its legal form first. */
function shortened(text: string, longest: number): string {
  if ([...text].length <= longest) return text
  const bare = text.replace(legalForm, '')
  return [...bare].length <= longest ? bare : cutText(bare, longest - 1)
}

function filled(template: string, values: ReadonlyMap<string, string>) {
  return template.replace(/\{(\w+)\}/g, (_whole, blank: string) => values.get(blank) ?? '')
}

// The longest blank loses a character at a time, so that all stay recognisable.
function fit(template: string, values: Map<string, string>): void {
  if (filled(template, values).length <= smsLength) return
  const longest = [...values]
    .filter(([blank]) => !fixed.has(blank))
    .map(([blank, value]) => ({ blank, bare: [...value.replace(/…$/, '')] }))
    .reduce((most, next) => (next.bare.length > most.bare.length ? next : most), { blank: '', bare: [''] })
  if (longest.bare.length <= 1) return
  values.set(longest.blank, `${longest.bare.slice(0, -1).join('')}…`)
  fit(template, values)
}

const oneLine = (value: string | number) =>
  String(value)
    .replace(/[\s【】]+/g, ' ')
    .trim()

/** An SMS: the registered template, what fills its blanks in full, and how it reads where blanks may be longest. */
export type SmsMessage = {
  readonly template: SmsScene
  /** The blanks in the order of the template, `brand` apart: that is the registered signature. */
  readonly values: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * The SMS of a scene, of at most `smsLength` units with a brand of at most 8 (longer ones are cut) and a link of at
 * most 35. Names, titles and reasons are cut to what a carrier takes in a blank, then the longest of them until all
 * fits; codes, dates, numbers and links stay whole. Line breaks and 【】 of foreign text become spaces.
 */
export function smsMessage<S extends SmsScene>(template: S, blanks: SmsBlanks<S>, brand: string): SmsMessage {
  const given = new Map(Object.entries<string | number>(blanks))
  const names = [...smsTemplates[template].matchAll(/\{(\w+)\}/g)].map(([, blank]) => blank ?? '')
  const values = new Map(
    names.filter((blank) => blank !== 'brand').map((blank) => [blank, oneLine(given.get(blank) ?? '')]),
  )
  const message = { template, values: Object.fromEntries(values) }
  const written = new Map(Object.entries(boundedValues(message, shown)))
  written.set('brand', [...oneLine(brand)].slice(0, brandLength).join(''))
  return { ...message, text: filled(smsTemplates[template], written) }
}

/** What fills the blanks of a message at a carrier, in the order of its template. */
export function boundedValues(
  { template, values }: Pick<SmsMessage, 'template' | 'values'>,
  { longest }: SmsBounds,
): Record<string, string> {
  const bounded = new Map(
    Object.entries(values).map(([blank, value]) => [blank, fixed.has(blank) ? value : shortened(value, longest)]),
  )
  fit(smsTemplates[template].replace('{brand}', '〇'.repeat(brandLength)), bounded)
  return Object.fromEntries(bounded)
}

/** What whoever asked for a code hears when there is nothing the code would be good for. */
const insteadOfCode: ReadonlySet<string> = new Set(['alreadyRegistered', 'notRegistered'])

/** Scenes that may leave at night, 22:00–8:00 in Shanghai: codes, and what comes in their place (domain 8). */
export const isCodeScene = (scene: string): boolean => scene.endsWith('Code') || insteadOfCode.has(scene)
