import type { WillKind } from '@moqi/domain/contract/will-kind'
import { Check } from '../../ui/field.tsx'

type BatchAgreementProps = {
  agreed: boolean
  /** Signing was tried in vain. */
  loud: boolean
  chosen: number
  /** How the will is proved. */
  kind: WillKind
  /** Other contracts are being signed in this tab. */
  isBusy: boolean
  onAgree: (agreed: boolean) => void
}

/** The consent to all of them, and what one proof of will does or why it cannot be given. */
export function BatchAgreement({ agreed, loud, onAgree, ...facts }: BatchAgreementProps) {
  return (
    <section className="card batch-sign-agree" aria-label="同意签署">
      <Check
        checked={agreed}
        error={loud && !agreed ? '请先阅读并同意协议' : undefined}
        onChange={(event) => onAgree(event.target.checked)}
      >
        我已阅读并同意签署以上合同及
        <a href="/home/documentCenter?columnId=signatureAgreement" target="_blank" rel="noreferrer">
          《电子签名使用协议》
        </a>
      </Check>
      <p className="small muted" role="status">
        {noteOf(facts)}
      </p>
    </section>
  )
}

function noteOf({ chosen, kind, isBusy }: Pick<BatchAgreementProps, 'chosen' | 'kind' | 'isBusy'>): string {
  if (isBusy) return '另一批合同正在签署，完成后可继续。'
  if (chosen === 0) return '没有可以签署的合同。'
  const proof = kind === 'double' ? '一次双重意愿认证' : '一次意愿认证'
  return `${proof}用于${chosen}份，每份各盖各的章、各有各的时间戳。`
}
