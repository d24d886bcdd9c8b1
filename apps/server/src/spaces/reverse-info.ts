import type { CompanyAuth } from '@moqi/api/real-name'
import { paymentFaults, reverseFen } from '@moqi/domain/identity/reverse-payment'
import { arrivedOf } from '#src/cores/identity/arrived-payment.ts'
import type { CompanyAuthRow } from '#src/cores/identity/company-auth.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

const yuan = (fen: number) => (fen / 100).toFixed(2)

/** Where a company is to pay to, and what has arrived that proves nothing; null where no payment is awaited. */
export async function reverseInfo(
  { bank }: Pick<Deps, 'bank'>,
  directory: Db,
  { auth_id, remark, step }: CompanyAuthRow,
): Promise<CompanyAuth['reverse']> {
  if (step !== 'reversePending' || remark === null || bank.account === null) return null
  const { name, account, bank: bankName, code } = bank.account
  const arrived = await arrivedOf(directory, auth_id)
  return {
    payeeName: name,
    payeeAccount: account,
    payeeBank: bankName,
    payeeBankCode: code,
    amount: yuan(reverseFen),
    payRemark: remark,
    arrivedArray: arrived.flatMap(({ transaction_no, payer, fen, paid_at, fault }) =>
      fault === null
        ? []
        : [{ transactionNo: transaction_no, time: paid_at, payer, amount: yuan(fen), reason: paymentFaults[fault] }],
    ),
  }
}
