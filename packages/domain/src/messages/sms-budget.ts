/**
 * How many SMS a day, in Shanghai, may go to one phone and come from one space; codes have limits of their own
 * (domain 4.2). Over them a person is told in the application and by mail alone.
 */
export type SmsLimits = { perRecipient: number; perSender: number }

/** What holds until the operator says otherwise. */
export const defaultSmsLimits: SmsLimits = { perRecipient: 40, perSender: 100 }

/** Whose SMS of the day are used up: those to the recipient, or those of the sending space. */
export const smsBudgets = ['recipient', 'sender'] as const
/** One of them. */
export type SmsBudget = (typeof smsBudgets)[number]

/** A party is asked, urged, reminded and told of the end: a contract that was paid for may cost so many SMS. */
const perBought = 10

/** What is known of a space that sends: whether it is real-named, and how many 份 it was given or has bought. */
export type SmsSender = { realNamed: boolean; bought: number }

/** SMS a day of one space to anybody: a space that pays for contracts sends as many as they need. */
export const senderLimit = ({ perSender }: SmsLimits, { realNamed, bought }: SmsSender): number =>
  (realNamed ? perSender : Math.ceil(perSender / 5)) + perBought * bought

/** SMS a day of one space to one phone: half of what it takes from all, so that no single sender uses it up. */
export const pairLimit = ({ perRecipient }: SmsLimits): number => Math.ceil(perRecipient / 2)

/** 份 a day that recalls give back: sending and recalling at no cost would send SMS at none. */
export const refundsPerDay = (bought: number): number => 20 + bought
