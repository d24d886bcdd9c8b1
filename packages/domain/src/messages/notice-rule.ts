import type { MailContent } from './mail-content.ts'
import type { AboutContract } from './notice-facts.ts'
import type { SmsMessage } from './sms-text.ts'

/** `always` and `never` are not the person's to choose; `on` and `off` are what holds until chosen otherwise. */
export type ChannelRule = 'always' | 'on' | 'off' | 'never'
/** The platform as its messages name it; `home` is the address of the application, without a slash at its end. */
export type Sender = { brand: string; home: string }

/** How one kind of notice reads in each channel, from its facts. */
export type NoticeRule<F> = {
  label: string
  sms: ChannelRule
  mail: ChannelRule
  /** Of the message in the application. */
  text: (facts: F) => string
  /** The page it opens in the application. */
  path: (facts: F) => string
  writeSms: ((facts: F, brand: string) => SmsMessage) | null
  writeMail: ((facts: F, sender: Sender) => MailContent) | null
}

/** A contract as a sentence of a notice names it. */
export const named = ({ title, contractNo }: Pick<AboutContract, 'title' | 'contractNo'>) =>
  `《${title}》（编号${contractNo}）`
