import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { RefusalCode } from '@moqi/domain/refusal'
import type { CompanyThings } from './company-scene.ts'
import { memberRows } from './member-access-rows.ts'
import { templateRows } from './template-access-rows.ts'

/** Everything of the victim that a request can name. */
export type Ids = Record<
  | 'signId'
  | 'taskId'
  | 'fileId'
  | 'sealId'
  | 'tenantId'
  | 'companyId'
  | 'sessionId'
  | 'deviceId'
  | 'templateId'
  | 'batchId'
  | 'contactId'
  | 'doubleId',
  string
> &
  CompanyThings

/** What a call is asked with and, where it names somebody's things, how it answers whoever does not own them. */
export type Row<K extends keyof Table> = {
  inputs: (ids: Ids) => Sent<Table[K]>[]
  refused?: RefusalCode
  /** A colleague of the same company may: it is the company's, not the person's. */
  colleagueMay?: true
}

/** What somebody else's contract answers. */
export const contract = 'contract/not-found'
const phone = '13800000099'
const bySignId = { inputs: ({ signId }: Ids) => [{ signId }], refused: contract } as const
const wang = { name: '王小明', phone }
const company = {
  companyName: '杭州云启科技有限公司',
  creditCode: '91350100M000100Y43',
  legalName: '李静',
  bankName: '中国银行',
  bankAccount: '12345678',
}
const plain = { inputs: () => [{}] } as const

/** One row a call: a call that is added to the table without one does not compile. */
export const rows: { [K in keyof Table]: Row<K> } = {
  ...memberRows,
  ...templateRows,
  loginByAccount: { inputs: () => [{ userName: phone, password: 'no' }] },
  loginByVerificationCode: { inputs: () => [{ phone, smsCode: '000000' }] },
  logout: plain,
  captchaImage: plain,
  getCaptchaImage: plain,
  getVerificationCode: { inputs: () => [{ phone, captchaId: 'x', captchaCode: 'x' }] },
  getSmsVerificationCode: { inputs: ({ signId }) => [{ scene: 'sign', signIds: [signId] }], refused: contract },
  getAuthTokenBySmsVerificationCode: {
    inputs: ({ signId }) => [{ signIds: [signId], smsCode: '000000' }],
    refused: contract,
  },
  getAuthTokenByPin: { inputs: ({ signId }) => [{ signIds: [signId], pin: '000000' }], refused: contract },
  inspectTokenExpired: plain,
  getSecurityInfo: plain,
  getOwnCertificates: plain,
  changePassword: { inputs: () => [{ oldPassword: 'no', password: 'Ganz-anders1' }] },
  getNewPhoneCode: { inputs: () => [{ phone: '13800000098', captchaId: 'x', captchaCode: 'x' }] },
  changePhone: { inputs: () => [{ smsCode: '000000', phone: '13800000098', phoneCode: '000000' }] },
  setPin: { inputs: () => [{ smsCode: '000000', pin: '135790' }] },
  exportAccount: plain,
  getCloseInfo: plain,
  closeAccount: { inputs: () => [{ smsCode: '000000', agree: 1 }] },
  loginForUserNameAndPhone: { inputs: () => [{ userName: 'xiaoming', phone, smsCode: '000000' }] },
  autoLoginByToken: { inputs: () => [{ token: 'x' }] },
  createAutoLoginToken: plain,
  listSessions: plain,
  endSession: { inputs: ({ sessionId }) => [{ sessionId }], refused: 'session/not-found' },
  endOtherSessions: plain,
  listDevices: plain,
  forgetDevice: { inputs: ({ deviceId }) => [{ deviceId }], refused: 'device/not-found' },
  listSignIns: plain,
  setTenantId: { inputs: ({ tenantId }) => [{ tenantId }], refused: 'space/not-found', colleagueMay: true },
  getUserAccountInfo: plain,
  getUserSpaceInfo: plain,
  getSpaceDetailInfo: plain,
  companyAuthAndSealCon: plain,
  updateRemindFlag: { inputs: () => [{ companyCheckAuthCode: 1 }] },
  getConsoleUrl: { inputs: ({ tenantId }) => [{ tenantId }], refused: 'space/not-found', colleagueMay: true },
  getPreference: plain,
  savePreference: {
    inputs: ({ tenantId }) => [{ lastTenantId: tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
  },
  noticeStream: plain,
  listMessage: plain,
  getUnreadTotal: plain,
  readMessage: { inputs: ({ taskId }) => [{ messageIdArray: [taskId] }, {}] },
  getNoticeSetting: plain,
  saveNoticeSetting: { inputs: () => [{ hideTaskName: 'yes' }] },
  docCenterMenuList: plain,
  docCenterCmsGetByColumnId: { inputs: () => [{ columnId: 'privacyPolicy' }] },
  problemListOpen: plain,
  getAuthInfo: { inputs: ({ tenantId }) => [{ tenantId }], refused: 'space/not-found', colleagueMay: true },
  submitCompanyAuth: {
    inputs: ({ tenantId }) => [{ tenantId, ...company, agree: 1 }],
    refused: 'space/not-found',
    colleagueMay: true,
  },
  confirmPayment: { inputs: () => [{ amount: '0.37' }] },
  submitPersonAuth: { inputs: () => [{ realName: '王', idNumber: '1', agree: 1 }] },
  dictionary: { inputs: () => [{ dictType: 'x' }] },
  listSeals: plain,
  makePersonSealImg: plain,
  addPersonSeal: plain,
  userSeals: { inputs: ({ companyId }) => [{ companyId }], refused: 'space/not-found', colleagueMay: true },
  sealImage: { inputs: ({ sealId }) => [{ sealId }], refused: 'seal/not-found', colleagueMay: true },
  uploadFile: plain,
  fileContent: { inputs: ({ fileId, signId }) => [{ fileId, signId }, { fileId }], refused: 'file/not-found' },
  pageImage: {
    inputs: ({ fileId, signId }) => [
      { fileId, signId, page: 1 },
      { fileId, page: 1 },
      { signId, page: 1 },
    ],
    refused: 'file/not-found',
  },
  searchKeyword: {
    inputs: ({ fileId, signId }) => [
      { fileId, signId, keyword: '甲方' },
      { fileId, keyword: '甲方' },
    ],
    refused: 'file/not-found',
  },
  verifyFile: plain,
  recentTasks: plain,
  listTasks: plain,
  getStatusTotal: plain,
  saveDraft: {
    inputs: ({ signId }) => [{ signId, version: 1, taskName: '他人合同', fileIdArray: [], signerArray: [] }],
    refused: contract,
  },
  getDraftInfo: bySignId,
  saveLocation: { inputs: ({ signId }) => [{ signId, version: 1, positionArray: [] }], refused: contract },
  sendTask: bySignId,
  deleteTask: bySignId,
  rejectTask: { inputs: ({ signId }) => [{ signId, reason: '金额有误' }], refused: contract },
  recallTask: { inputs: ({ signId }) => [{ signId, reason: '金额有误' }], refused: contract },
  signBeforeCheck: bySignId,
  getSignDetailInfo: bySignId,
  finishReading: bySignId,
  sign: {
    inputs: ({ signId, sealId }) => [{ signId, authToken: 'x', positionArray: [{ positionId: 's1', sealId }] }],
    refused: contract,
  },
  getResultFileType: { inputs: ({ taskId }) => [{ taskId }], refused: contract },
  downloadFinishedPdf: bySignId,
  urgeTask: bySignId,
  delayTask: { inputs: ({ signId }) => [{ signId, signExpireTime: 1 }], refused: contract },
  listColleagues: bySignId,
  transferTask: { inputs: ({ signId }) => [{ signId, phone, reason: '休假' }], refused: contract },
  correctPhone: { inputs: ({ signId }) => [{ signId, signerNo: 1, phone }], refused: contract },
  relaunchTask: bySignId,
  hideTask: bySignId,
  restoreTask: bySignId,
  removeTask: bySignId,
  // Of several rows each is refused by itself, in the answer.
  sendTasks: { inputs: ({ signId }) => [{ signIds: [signId] }] },
  downloadFinishedTasks: { inputs: ({ signId }) => [{ signIds: [signId] }], refused: contract },
  downloadFinishedTasksAfter: { inputs: ({ signId }) => [{ signIds: [signId] }], refused: contract },
  downloadArchive: { inputs: ({ taskId }) => [{ downloadId: taskId }] },
  exportTaskExcel: plain,
  getEvidence: bySignId,
  downloadEvidenceReport: bySignId,
  downloadEvidenceBundle: bySignId,
  contractPosition: {
    inputs: ({ taskId, companyId }) => [{ contractId: taskId, signingBody: 'company', companyId }],
    refused: contract,
  },
  register: {
    inputs: () => [{ userType: 'person', userName: 'xiaoming', phone, smsToken: 'x', password: 'Moqi@2026', agree: 1 }],
  },
  getSmsCode: { inputs: () => [{ phone, scene: 'register', captchaToken: 'x' }] },
  checkUserNameUnique: { inputs: () => [{ userName: 'xiaoming', captchaToken: 'x' }] },
  checkImageCode: { inputs: () => [{ captchaId: 'x', captchaCode: 'x' }] },
  commonCheckImageCode: { inputs: () => [{ captchaId: 'x', captchaCode: 'x' }] },
  checkSms: { inputs: () => [{ phone, smsCode: '000000', scene: 'register' }] },
  resetPassword: { inputs: () => [{ smsToken: 'x', password: 'Moqi@2026' }] },
  emailCode: { inputs: () => [{ email: 'x' }] },
  bindEmail: { inputs: () => [{ email: 'x@example.cn', emailCode: '000000' }] },
  getPerfectInfo: plain,
  perfectInfo: { inputs: () => [{ email: 'x' }] },
  setDefaultTenant: { inputs: ({ tenantId }) => [{ tenantId }], refused: 'space/not-found', colleagueMay: true },
  listSignatureRecords: plain,
  exportSignatureRecords: plain,
  listOwnSignatures: { inputs: ({ tenantId }) => [{ tenantId }], refused: 'space/not-found', colleagueMay: true },
  // Whose signature it is signature-register.test.ts asks.
  disputeSignature: { inputs: ({ tenantId, taskId }) => [{ tenantId, recordId: taskId }] },
  listAllSpacesTasks: { inputs: ({ tenantId }) => [{ tenantId }], refused: 'space/not-found', colleagueMay: true },
  getTicketInfo: { inputs: () => [{ ticket: 'x' }] },
  sendTicketCode: { inputs: () => [{ ticket: 'x' }] },
  enterByTicket: { inputs: () => [{ ticket: 'x', smsCode: '000000', agree: 1 }] },
  openTicket: { inputs: () => [{ ticket: 'x' }] },
  leaveMail: { inputs: ({ signId }) => [{ signId, email: 'li@example.cn' }], refused: contract },
  reportByTicket: { inputs: () => [{ ticket: 'x', reason: 'tricked' }] },
  reportContract: { inputs: ({ signId }) => [{ signId, reason: 'tricked' }], refused: contract },
  listContacts: { inputs: () => [{ contactType: 'person' }] },
  saveContact: {
    inputs: ({ contactId }) => [{ contactId, version: 1, contactType: 'person', ...wang }],
    refused: 'contact/not-found',
  },
  deleteContacts: { inputs: ({ contactId }) => [{ contactIdArray: [contactId] }], refused: 'contact/not-found' },
  importContacts: plain,
  contactTemplate: plain,
  findDoubles: { inputs: () => [{ contactType: 'person' }] },
  mergeContacts: {
    inputs: ({ contactId, doubleId }) => [
      { contactArray: [contactId, doubleId].map((id) => ({ contactId: id, version: 1 })), ...wang },
    ],
    refused: 'contact/not-found',
  },
}
