import { accountNotices } from './account-notices.ts'
import { appealNotices } from './appeal-notices.ts'
import { approvalNotices } from './approval-notices.ts'
import { companyNotices } from './company-notices.ts'
import { contractNotices } from './contract-notices.ts'
import { filingNotices } from './filing-notices.ts'
import { grantNotices } from './grant-notices.ts'
import { groupNotices } from './group-notices.ts'
import type { NoticeFacts, NoticeKind } from './notice-facts.ts'
import type { NoticeGroup } from './notice-group.ts'
import type { NoticeRule } from './notice-rule.ts'
import { orderNotices } from './order-notices.ts'
import { platformNotices } from './platform-notices.ts'
import { securityNotices } from './security-notices.ts'
import { sendingNotices } from './sending-notices.ts'

/** Every kind of notice, by what it is about. */
const grouped = {
  contract: { ...contractNotices, ...sendingNotices, ...filingNotices },
  approval: { ...approvalNotices, ...grantNotices },
  account: {
    ...accountNotices,
    ...companyNotices,
    ...appealNotices,
    ...platformNotices,
    ...securityNotices,
    ...groupNotices,
  },
  order: orderNotices,
} as const satisfies Record<NoticeGroup, object>

/** Every kind of notice: its channels, and how it reads in each (domain 8). */
export const noticeKinds: { readonly [K in NoticeKind]: NoticeRule<NoticeFacts[K]> } = {
  ...grouped.contract,
  ...grouped.approval,
  ...grouped.account,
  ...grouped.order,
}

/** The kinds of a group. */
export const kindsOf = (group: NoticeGroup): NoticeKind[] => Object.keys(grouped[group]).filter(isNoticeKind)

/** What stands for the title in SMS and mail of who hides names of contracts. */
const hiddenTitle = '合同'

/** The same facts without the contract's name. */
export const withoutTitle = <F>(facts: F): F => ({ ...facts, ...('title' in Object(facts) && { title: hiddenTitle }) })

/** Whether a text is the name of a kind. */
export const isNoticeKind = (text: string): text is NoticeKind => Object.hasOwn(noticeKinds, text)
