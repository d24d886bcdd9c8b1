/** Whose account takes transfers, at which bank. */
export type Payee = { name: string; bank: string; account: string }

/** Reads it; null where no transfers are taken. In a demonstration nobody shall transfer anything: it says so. */
export function readPayee({ MOQI_PAYEE: text }: NodeJS.ProcessEnv, demo: boolean): Payee | null {
  if (!text) return demo ? { name: '演示收款方', bank: '演示银行（请勿汇款）', account: '0000 0000 0000' } : null
  const [name = '', bank = '', account = '', ...more] = text.split(';').map((part) => part.trim())
  if (!name || !bank || !account || more.length > 0) throw new Error('MOQI_PAYEE is not like 户名;开户行;账号')
  return { name, bank, account }
}
