import { type Checked, failed, passed, shaped } from './checked.ts'
import { checkCompanyName, checkCreditCode } from './company.ts'
import { checkPassportName, checkPersonName } from './person-name.ts'

/** What kinds of organisations there are; all but the last have a unified social credit code. */
export const companyKinds = [
  'enterprise',
  'individualBusiness',
  'lawFirm',
  'institution',
  'socialOrganisation',
  'foreign',
] as const
/** One of them. */
export type CompanyKind = (typeof companyKinds)[number]

/** What each is called. */
export const companyKindNames: Readonly<Record<CompanyKind, string>> = {
  enterprise: '企业',
  individualBusiness: '个体工商户',
  lawFirm: '律师事务所等法律服务机构',
  institution: '机关、事业单位',
  socialOrganisation: '社会组织',
  foreign: '境外企业',
}

const letter = '盖章的授权书'
/** The pictures that are handed in of each, in this order: the last shows that its operator may do it. */
export const companyPapers: Readonly<Record<CompanyKind, readonly string[]>> = {
  enterprise: ['营业执照', letter],
  individualBusiness: ['营业执照', letter],
  lawFirm: ['执业许可证', letter],
  institution: ['法人证书', letter],
  socialOrganisation: ['登记证书', letter],
  foreign: ['注册证明', '公证认证文件', letter],
}

/** Where a foreign company may be registered: ISO 3166-1, as its number begins. */
export const registryNames: Readonly<Record<string, string>> = {
  HK: '中国香港',
  MO: '中国澳门',
  TW: '中国台湾',
  SG: '新加坡',
  JP: '日本',
  KR: '韩国',
  MY: '马来西亚',
  TH: '泰国',
  VN: '越南',
  US: '美国',
  CA: '加拿大',
  GB: '英国',
  DE: '德国',
  FR: '法国',
  NL: '荷兰',
  CH: '瑞士',
  AU: '澳大利亚',
  KY: '开曼群岛',
  VG: '英属维尔京群岛',
}

// GB 32100-2015 §4: who registers, and what.
const kindsByPrefix: readonly (readonly [RegExp, CompanyKind])[] = [
  [/^92/, 'individualBusiness'],
  [/^3/, 'lawFirm'],
  [/^1/, 'institution'],
  [/^5/, 'socialOrganisation'],
]
const kindOfCode = (code: string): CompanyKind =>
  kindsByPrefix.find(([prefix]) => prefix.test(code))?.[1] ?? 'enterprise'

/**
 * The number of an organisation of that kind: a unified social credit code whose first characters say so; of a foreign
 * company where it is registered and its number there, `HK-1234567`.
 */
export function checkCompanyNumber(kind: CompanyKind, text: string): Checked<string> {
  if (kind === 'foreign') return checkForeignNumber(text)
  const code = checkCreditCode(text)
  if (!code.ok) return code
  const told = kindOfCode(code.value)
  return told === kind ? code : failed(`该统一社会信用代码属于${companyKindNames[told]}，请核对单位类型`)
}

function checkForeignNumber(text: string): Checked<string> {
  const value = text.replace(/\s+/g, '').toUpperCase()
  if (!Object.hasOwn(registryNames, value.slice(0, 2))) return failed('请选择注册地')
  return shaped(value, /^[A-Z]{2}-[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/, '注册编号格式不正确，请按注册证明填写')
}

const foreignName = /^[\p{L}\p{N}（）()·&.,'’/-]+( [\p{L}\p{N}（）()·&.,'’/-]+)*$/u

/** The registered name of an organisation of that kind; a foreign one's as on its certificate, in any script. */
export function checkKindName(kind: CompanyKind, text: string): Checked<string> {
  if (kind !== 'foreign') return checkCompanyName(text)
  const value = text.trim().replace(/\s+/g, ' ')
  const length = [...value].length
  const isName = length >= 2 && length <= 100 && foreignName.test(value)
  return isName ? passed(value) : failed('企业名称需与注册证明一致')
}

/** The name of who represents an organisation of that kind by law; a foreign one's as in a passport. */
export const checkLegalName = (kind: CompanyKind, text: string): Checked<string> =>
  kind === 'foreign' ? checkPassportName(text) : checkPersonName(text)
