import type { Table } from '@moqi/api/table'
import type { CallRows } from './call-row.ts'
import { appealRows } from './call-rows/appeal.ts'
import { approvalRows } from './call-rows/approval.ts'
import { articleRows } from './call-rows/article.ts'
import { authenticationRows } from './call-rows/authentication.ts'
import { batchRows } from './call-rows/batch.ts'
import { batchSigningRows } from './call-rows/batch-signing.ts'
import { billRows } from './call-rows/bill.ts'
import { bulletinRows } from './call-rows/bulletin.ts'
import { catalogueRows } from './call-rows/catalogue.ts'
import { certificateKeyRows } from './call-rows/certificate-key.ts'
import { companyClosingRows } from './call-rows/company-closing.ts'
import { companyExportRows } from './call-rows/company-export.ts'
import { companyReviewRows } from './call-rows/company-review.ts'
import { companyGroupRows } from './call-rows/company-group.ts'
import { companySecurityRows } from './call-rows/company-security.ts'
import { companySealRows } from './call-rows/company-seal.ts'
import { contactRows } from './call-rows/contact.ts'
import { deliveryRows } from './call-rows/delivery.ts'
import { draftRows } from './call-rows/draft.ts'
import { embeddingRows } from './call-rows/embedding.ts'
import { evidenceRows } from './call-rows/evidence.ts'
import { faceRows } from './call-rows/face.ts'
import { contractViewingRows } from './call-rows/contract-viewing.ts'
import { filingRows } from './call-rows/filing.ts'
import { fileRows } from './call-rows/file.ts'
import { flowRows } from './call-rows/flow.ts'
import { grantRequestRows } from './call-rows/grant-request.ts'
import { helpRows } from './call-rows/help.ts'
import { identityProviderRows } from './call-rows/identity-provider.ts'
import { integrationRows } from './call-rows/integration.ts'
import { memberChangeRows, memberImportRows } from './call-rows/member-change.ts'
import { memberRows } from './call-rows/members.ts'
import { membershipRows } from './call-rows/membership.ts'
import { messageRows } from './call-rows/message.ts'
import { invoiceRows, operatorInvoiceRows } from './call-rows/invoice.ts'
import { operatorOrderRows } from './call-rows/operator-order.ts'
import { operatorJobRows } from './call-rows/operator-job.ts'
import { operatorHealthRows } from './call-rows/operator-health.ts'
import { contractFreezingRows, lendingPolicyRows, lendingRows } from './call-rows/lending.ts'
import { liveRows } from './call-rows/live.ts'
import { openSignRows } from './call-rows/open-sign.ts'
import { operationRows } from './call-rows/operation.ts'
import { operatorRows } from './call-rows/operator.ts'
import { ownSignatureRows } from './call-rows/own-signature.ts'
import { orderRows } from './call-rows/order.ts'
import { paperRows } from './call-rows/paper.ts'
import { personReviewRows } from './call-rows/person-review.ts'
import { comparisonRows } from './call-rows/comparison.ts'
import { printedCopyRows } from './call-rows/printed-copy.ts'
import { preferenceRows } from './call-rows/preference.ts'
import { provisioningRows } from './call-rows/provisioning.ts'
import { workChatRows } from './call-rows/work-chat.ts'
import { realNameRows } from './call-rows/real-name.ts'
import { roleRows } from './call-rows/role.ts'
import { signatureRecordRows } from './call-rows/signature-record.ts'
import { registrationRows } from './call-rows/registration.ts'
import { sealReviewRows } from './call-rows/seal-review.ts'
import { sealGrantRows } from './call-rows/seal-grant.ts'
import { sealRows } from './call-rows/seal.ts'
import { phoneOwnerRows } from './call-rows/phone-owner.ts'
import { passkeyRows } from './call-rows/passkey.ts'
import { securityRows } from './call-rows/security.ts'
import { signCodeRows } from './call-rows/sign-code.ts'
import { signInRows } from './call-rows/sign-in.ts'
import { statisticsRows } from './call-rows/statistics.ts'
import { taskRows } from './call-rows/task.ts'
import { fraudReportRows } from './call-rows/fraud-report.ts'
import { operatorExportRows } from './call-rows/operator-export.ts'
import { operatorCertificateRows } from './call-rows/operator-certificate.ts'
import { authEndingRows, proposalRows, tenantRows } from './call-rows/tenant.ts'
import { templateRows } from './call-rows/template.ts'
import { userRows } from './call-rows/user.ts'
import { voidingRows } from './call-rows/voiding.ts'
import { webhookRows } from './call-rows/webhook.ts'

/** One row a call: a call that is added to the table without one does not compile. */
export const callRows: CallRows<Table> = {
  ...authenticationRows,
  ...batchRows,
  ...batchSigningRows,
  ...companyClosingRows,
  ...companyExportRows,
  ...companyReviewRows,
  ...appealRows,
  ...companySealRows,
  ...sealGrantRows,
  ...grantRequestRows,
  ...sealReviewRows,
  ...contactRows,
  ...filingRows,
  ...contractViewingRows,
  ...deliveryRows,
  ...draftRows,
  ...embeddingRows,
  ...webhookRows,
  ...evidenceRows,
  ...fileRows,
  ...helpRows,
  ...articleRows,
  ...bulletinRows,
  ...memberRows,
  ...memberImportRows,
  ...memberChangeRows,
  ...tenantRows,
  ...fraudReportRows,
  ...operatorCertificateRows,
  ...operatorExportRows,
  ...companySecurityRows,
  ...companyGroupRows,
  ...proposalRows,
  ...authEndingRows,
  ...identityProviderRows,
  ...provisioningRows,
  ...workChatRows,
  ...integrationRows,
  ...invoiceRows,
  ...operatorInvoiceRows,
  ...operatorJobRows,
  ...operatorOrderRows,
  ...catalogueRows,
  ...operatorHealthRows,
  ...membershipRows,
  ...messageRows,
  ...lendingRows,
  ...lendingPolicyRows,
  ...contractFreezingRows,
  ...liveRows,
  ...openSignRows,
  ...operationRows,
  ...operatorRows,
  ...orderRows,
  ...billRows,
  ...paperRows,
  ...comparisonRows,
  ...printedCopyRows,
  ...preferenceRows,
  ...realNameRows,
  ...roleRows,
  ...personReviewRows,
  ...faceRows,
  ...signatureRecordRows,
  ...statisticsRows,
  ...registrationRows,
  ...sealRows,
  ...securityRows,
  ...passkeyRows,
  ...phoneOwnerRows,
  ...certificateKeyRows,
  ...signCodeRows,
  ...signInRows,
  ...taskRows,
  ...ownSignatureRows,
  ...templateRows,
  ...userRows,
  ...voidingRows,
  ...flowRows,
  ...approvalRows,
}
