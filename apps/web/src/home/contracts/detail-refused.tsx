import { CallRefusal } from '../../client/call-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Tally } from '../../ui/tally.tsx'
import { listPath, useContractSift } from './contract-sift.ts'
import { OtherSpace } from './other-space.tsx'

type DetailRefusedProps = { error: unknown; busy: boolean; onRetry: () => void }

/** Code of a contract that is one's own in another own space (checklist I7). */
const otherSpace = 4091

/** Why a contract does not open, and what to do about it. */
export function DetailRefused({ error, busy, onRetry }: DetailRefusedProps) {
  const back = listPath(useContractSift())
  if (!(error instanceof CallRefusal)) return <LoadingFailed onRetry={onRetry} busy={busy} />
  if (error.code === otherSpace) return <OtherSpace refusal={error} onSwitched={onRetry} />
  return (
    <ResultPage
      art={<Tally state="alone" size={72} color="#3d414a" />}
      title={error.message}
      actions={
        <ButtonLink to={back} variant="primary" size="l">
          返回合同列表
        </ButtonLink>
      }
    >
      <p>请核对链接，或确认登录的账号与空间是否正确。</p>
    </ResultPage>
  )
}
