import { appeal } from './appeal.ts'
import { approval } from './approval.ts'
import { article } from './article.ts'
import { authentication } from './authentication.ts'
import { batch } from './batch.ts'
import { batchSigning } from './batch-signing.ts'
import { delivery } from './delivery.ts'
import { draft } from './draft.ts'
import { embedding } from './embedding.ts'
import { evidence } from './evidence.ts'
import { bill } from './bill.ts'
import { bulletin } from './bulletin.ts'
import { catalogue } from './catalogue.ts'
import { certificateKey } from './certificate-key.ts'
import { companySecurity } from './company-security.ts'
import { contractFreezing } from './contract-freezing.ts'
import { contractViewing } from './contract-viewing.ts'
import { companyClosing } from './company-closing.ts'
import { companyGroup } from './company-group.ts'
import { companyExport } from './company-export.ts'
import { companyReview } from './company-review.ts'
import { companySeal } from './company-seal.ts'
import { contact } from './contact.ts'
import { face } from './face.ts'
import { file } from './file.ts'
import { filing } from './filing.ts'
import { flow } from './flow.ts'
import { grantRequest } from './grant-request.ts'
import { help } from './help.ts'
import { invoice } from './invoice.ts'
import { identityProvider } from './identity-provider.ts'
import { integration } from './integration.ts'
import { memberChange } from './member-change.ts'
import { memberImport } from './member-import.ts'
import { members } from './members.ts'
import { message } from './message.ts'
import { lending } from './lending.ts'
import { lendingPolicy } from './lending-policy.ts'
import { live } from './live.ts'
import { paper } from './paper.ts'
import { comparison } from './comparison.ts'
import { printedCopy } from './printed-copy.ts'
import { openSign } from './open-sign.ts'
import { ownSignature } from './own-signature.ts'
import { operation } from './operation.ts'
import { operator } from './operator.ts'
import { operatorHealth } from './operator-health.ts'
import { operatorInvoice } from './operator-invoice.ts'
import { operatorJob } from './operator-job.ts'
import { operatorOrder } from './operator-order.ts'
import { order } from './order.ts'
import { personReview } from './person-review.ts'
import { preference } from './preference.ts'
import { provisioning } from './provisioning.ts'
import { workChat } from './work-chat.ts'
import { realName } from './real-name.ts'
import { role } from './role.ts'
import { signatureRecord } from './signature-record.ts'
import { registration } from './registration.ts'
import { seal } from './seal.ts'
import { sealReview } from './seal-review.ts'
import { sealGrant } from './seal-grant.ts'
import { passkey } from './passkey.ts'
import { phoneOwner } from './phone-owner.ts'
import { security } from './security.ts'
import { signCode } from './sign-code.ts'
import { signIn } from './sign-in.ts'
import { statistics } from './statistics.ts'
import { task } from './task.ts'
import { fraudReport } from './fraud-report.ts'
import { operatorExport } from './operator-export.ts'
import { operatorCertificate } from './operator-certificate.ts'
import { authEnding } from './auth-ending.ts'
import { proposal } from './proposal.ts'
import { operatorTenant, platformLog } from './tenant.ts'
import { template } from './template.ts'
import { user } from './user.ts'
import { voiding } from './voiding.ts'
import { webhook } from './webhook.ts'

/** Every HTTP call of the product, by name. A call without a handler does not compile. */
export const table = {
  ...authentication,
  ...batchSigning,
  ...registration,
  ...signIn,
  ...security,
  ...passkey,
  ...phoneOwner,
  ...certificateKey,
  ...user,
  ...realName,
  ...role,
  ...personReview,
  ...face,
  ...help,
  ...article,
  ...bulletin,
  ...live,
  ...message,
  ...preference,
  ...seal,
  ...companyClosing,
  ...companyExport,
  ...companyReview,
  ...appeal,
  ...companySeal,
  ...sealGrant,
  ...grantRequest,
  ...sealReview,
  ...file,
  ...draft,
  ...task,
  ...ownSignature,
  ...signatureRecord,
  ...statistics,
  ...openSign,
  ...paper,
  ...lending,
  ...lendingPolicy,
  ...comparison,
  ...printedCopy,
  ...embedding,
  ...evidence,
  ...template,
  ...batch,
  ...signCode,
  ...members,
  ...memberImport,
  ...memberChange,
  ...companySecurity,
  ...companyGroup,
  ...identityProvider,
  ...provisioning,
  ...workChat,
  ...integration,
  ...contact,
  ...filing,
  ...contractViewing,
  ...operation,
  ...operatorInvoice,
  ...operatorJob,
  ...operatorOrder,
  ...catalogue,
  ...operatorHealth,
  ...operatorTenant,
  ...fraudReport,
  ...operatorCertificate,
  ...operatorExport,
  ...proposal,
  ...contractFreezing,
  ...authEnding,
  ...platformLog,
  ...operator,
  ...order,
  ...bill,
  ...invoice,
  ...delivery,
  ...voiding,
  ...webhook,
  ...flow,
  ...approval,
}
/** The call table's type: what server, web app and tests are typed by. */
export type Table = typeof table
