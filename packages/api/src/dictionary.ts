import { voidReasonLabels } from '@moqi/domain/contract/void-terms'
import {
  approvalStateLabels,
  authBadges,
  invoiceStateLabels,
  orderStateLabels,
  sealStateLabels,
  rowStatusLabels,
} from '@moqi/domain/labels/status-labels'
import { invoiceKindLabels } from '@moqi/domain/orders/invoice-title'

/** One entry of a dictionary (spec §3). */
export type DictionaryEntry = { readonly dictValue: string; readonly dictLabel: string }

const { draft: _draft, deleted: _deleted, ...sealStatus } = sealStateLabels
// The values are those of the wire, where what was voided is called cancel.
const { voided, ...otherStatuses } = rowStatusLabels
const { none: _none, ...invoiceStates } = invoiceStateLabels

/** Every dictionary by its type, value to label (domain 10.12). */
const dictionaries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  task_status: { ...otherStatuses, cancel: voided },
  task_type: { normal: '普通合同', relieve: '作废协议' },
  auth_status: Object.fromEntries(Object.entries(authBadges).map(([state, { label }]) => [state, label])),
  seal_type: { person: '个人印章', handwrite: '手写签名', company: '企业印章', legal: '法定代表人章' },
  seal_color: { red: '红色', blue: '蓝色', black: '黑色' },
  seal_status: sealStatus,
  approve_status: approvalStateLabels,
  order_status: orderStateLabels,
  invoice_type: invoiceKindLabels,
  invoice_status: invoiceStates,
  cert_type: {
    idCard: '居民身份证',
    hkMacauPermit: '港澳居民来往内地通行证',
    taiwanPermit: '台湾居民来往大陆通行证',
    residencePermit: '港澳台居民居住证',
    passport: '护照',
  },
  relieve_reason: voidReasonLabels,
  will_auth_type: { sms: '短信验证码', pin: '签署密码', face: '人脸识别', key: 'USBKey' },
  notice_type: { contract: '合同通知', approval: '审批通知', account: '账号通知', system: '系统通知' },
}

/** The entries of a dictionary type; an unknown type has none (checklist C29). */
export function dictionary(type: string): DictionaryEntry[] {
  const entries = Object.hasOwn(dictionaries, type) ? dictionaries[type] : undefined
  return Object.entries(entries ?? {}).map(([dictValue, dictLabel]) => ({ dictValue, dictLabel }))
}
