import { signOrderLabels } from '@moqi/domain/labels/log-verbs'
import { Segmented } from '../../ui/segmented.tsx'
import type { LaunchDraft, LaunchOrder } from './draft.ts'
import { editDraft } from './launch-store.ts'

/** What each order means for who hears when. */
export const orderTips: Readonly<Record<LaunchOrder, string>> = {
  order: '按下面的次序依次通知。前一方签署后，后一方才会收到短信。',
  disorder: '发送后同时通知各方，签署不分先后。',
  mixed: '编号相同的各方同时收到短信；他们都签署后，下一编号才会收到短信。',
}

const orders = ['order', 'disorder', 'mixed'] as const

/** 顺序签署, 同时签署 or 混合签署. */
export function OrderChoice({ draft }: { draft: LaunchDraft }) {
  return (
    <Segmented
      label="签署方式"
      options={orders.map((value) => ({ value, label: signOrderLabels[value] }))}
      value={draft.order}
      onChange={(order) => editDraft({ order })}
    />
  )
}
