import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { readSealsAnew } from './seal-keys.ts'

const words = {
  freezeSeals: {
    question: '确定冻结全部企业印章吗？',
    consequence: '所有企业印章立即不能用于签署，正在进行的签署也会停下。已签署的合同不受影响，解除冻结后可继续使用。',
    done: '全部企业印章已冻结',
  },
  thawSeals: {
    question: '确定解除冻结吗？',
    consequence: '解除后，已启用的企业印章可以继续用于签署。',
    done: '已解除冻结',
  },
} as const

type FreezeSheetProps = { deed: keyof typeof words; onClose: () => void }

/** Asks why all of the company's seals shall stop signing, or sign again. */
export function FreezeSheet({ deed, onClose }: FreezeSheetProps) {
  const { question, consequence, done } = words[deed]
  const ended = () => {
    onClose()
    void readSealsAnew()
  }
  return (
    <ReasonSheet
      draft={deed}
      question={question}
      consequence={consequence}
      required
      send={(reason = '', key) => call(deed, { reason }, { key })}
      onDone={() => {
        ended()
        success(done)
      }}
      onRefused={(refusal) => {
        ended()
        showRefusal(refusal)
      }}
      onClose={onClose}
    />
  )
}
