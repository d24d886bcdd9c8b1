const long = '很长的名称'.repeat(30)

/** What the blanks of every text message are at their longest, beside its date and link. */
export const longestBlanks = {
  code: '123456',
  n: 50,
  amt: '7999.00',
  phone: '138****0001',
  title: long,
  who: long,
  signer: long,
  reason: long,
  name: long,
  seal: long,
  admin: long,
  company: long,
  pack: long,
}
