import type { Ids } from './call-row.ts'

const invented = '0198a000-0000-7000-8000-000000000000'

/** Names of things that nobody has. */
export const inventedIds: Ids = {
  signId: 'AAAAAAAAAAAAAAAAAAAAAAAA',
  taskId: invented,
  fileId: invented,
  sealId: invented,
  tenantId: invented,
  companyId: invented,
  memberId: invented,
  operatorId: invented,
  departmentId: invented,
  roleId: invented,
  invitationId: invented,
  transferId: invented,
  grantId: invented,
  sessionId: invented,
  deviceId: invented,
  keyId: invented,
  templateId: invented,
  batchId: invented,
  signCodeId: invented,
  contactId: invented,
  doubleId: '0198a000-0000-7000-8000-000000000001',
  handwritingId: invented,
  flowId: invented,
  approveId: invented,
  integrationId: invented,
  secretId: invented,
  orderId: invented,
  titleId: invented,
  invoiceId: invented,
  paymentNo: 'FK000000000000000000000000000000',
}
