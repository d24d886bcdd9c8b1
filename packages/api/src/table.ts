import { approval } from './approval.ts'
import { authentication } from './authentication.ts'
import { batch } from './batch.ts'
import { batchSigning } from './batch-signing.ts'
import { delivery } from './delivery.ts'
import { draft } from './draft.ts'
import { embedding } from './embedding.ts'
import { evidence } from './evidence.ts'
import { bill } from './bill.ts'
import { companySeal } from './company-seal.ts'
import { contact } from './contact.ts'
import { file } from './file.ts'
import { flow } from './flow.ts'
import { help } from './help.ts'
import { invoice } from './invoice.ts'
import { integration } from './integration.ts'
import { members } from './members.ts'
import { message } from './message.ts'
import { live } from './live.ts'
import { paper } from './paper.ts'
import { printedCopy } from './printed-copy.ts'
import { openSign } from './open-sign.ts'
import { operation } from './operation.ts'
import { operator } from './operator.ts'
import { operatorInvoice } from './operator-invoice.ts'
import { order } from './order.ts'
import { personReview } from './person-review.ts'
import { preference } from './preference.ts'
import { realName } from './real-name.ts'
import { signatureRecord } from './signature-record.ts'
import { registration } from './registration.ts'
import { seal } from './seal.ts'
import { sealReview } from './seal-review.ts'
import { sealGrant } from './seal-grant.ts'
import { passkey } from './passkey.ts'
import { security } from './security.ts'
import { signCode } from './sign-code.ts'
import { signIn } from './sign-in.ts'
import { statistics } from './statistics.ts'
import { task } from './task.ts'
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
  ...user,
  ...realName,
  ...personReview,
  ...help,
  ...live,
  ...message,
  ...preference,
  ...seal,
  ...companySeal,
  ...sealGrant,
  ...sealReview,
  ...file,
  ...draft,
  ...task,
  ...signatureRecord,
  ...statistics,
  ...openSign,
  ...paper,
  ...printedCopy,
  ...embedding,
  ...evidence,
  ...template,
  ...batch,
  ...signCode,
  ...members,
  ...integration,
  ...contact,
  ...operation,
  ...operatorInvoice,
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
