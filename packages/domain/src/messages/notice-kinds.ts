import { accountNotices } from './account-notices.ts'
import { approvalNotices } from './approval-notices.ts'
import { contractNotices } from './contract-notices.ts'
import type { NoticeFacts, NoticeKind } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'
import { orderNotices } from './order-notices.ts'
import { sendingNotices } from './sending-notices.ts'

/** Every kind of notice: its channels, and how it reads in each (domain 8). */
export const noticeKinds: { readonly [K in NoticeKind]: NoticeRule<NoticeFacts[K]> } = {
  ...contractNotices,
  ...sendingNotices,
  ...approvalNotices,
  ...accountNotices,
  ...orderNotices,
}

/** What stands for the title in SMS and mail of who hides names of contracts. */
const hiddenTitle = '合同'

/** The same facts without the contract's name. */
export const withoutTitle = <F>(facts: F): F => ({ ...facts, ...('title' in Object(facts) && { title: hiddenTitle }) })

/** Whether a text is the name of a kind. */
export const isNoticeKind = (text: string): text is NoticeKind => Object.hasOwn(noticeKinds, text)
