import { unknownFlagsText } from '@moqi/domain/lending/lending-texts'
import { CircleCheck } from 'lucide-react'
import { config } from '../../client/config.ts'
import { useVisit } from '../../client/visit.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { viewPath } from '../contract/contract-paths.ts'
import { wayOn, type SigningVisit, type WayOn } from './way-on.ts'

/** Few contracts are flagged: its file comes for those alone. */
const FlagWarning = later(
  async () => (await import('./flag-warning.tsx')).FlagWarning,
  null,
  () => false,
)

const hints: Record<string, string> = {
  还未轮到您签署: '前一位签署方完成后，会短信通知您。',
  合同已签署完成: '可在合同详情查看和下载。',
  合同已过期: '如仍需签署，请联系发起方重新发起。',
}

const laterHint = '合同状态如有变化，可在合同详情查看。'

/** What must be done first is done on a page that a visit has not. */
const visitHint = (info: string, next: WayOn | null) =>
  next || info.includes('审批')
    ? `请登录${config.brand}处理后，再从应用中打开。`
    : '各方签署的进度，可在打开本页的应用中查看。'

type CannotSignProps = SigningVisit & { contract: { signId: string; taskType: 'normal' | 'relieve' } }

/** Why this contract cannot be signed now, and the one thing to do. */
export function CannotSign({ contract, ...facts }: CannotSignProps) {
  if (facts.info === unknownFlagsText) return <FlagWarning contract={contract} />
  return <Result contract={contract} {...facts} />
}

function Result({ contract, ...facts }: CannotSignProps) {
  const next = wayOn(facts)
  const { visit } = useVisit()
  const done = facts.info === '合同已签署完成'
  return (
    <main className="cannot">
      <ResultPage
        art={done ? <CircleCheck size={72} color="#2b6a4d" /> : <MatchMark state="alone" size={72} color="#3d414a" />}
        title={facts.info}
        actions={
          visit ? (
            <Button size="l" variant="primary" onClick={visit.leave}>
              返回{visit.integrationName}
            </Button>
          ) : (
            <>
              <ButtonLink to={viewPath(contract)} size="l" variant={next ? 'plain' : 'primary'}>
                查看合同
              </ButtonLink>
              {next && (
                <ButtonLink to={next.to} size="l" variant="primary">
                  {next.label}
                </ButtonLink>
              )}
            </>
          )
        }
      >
        <p>{visit ? visitHint(facts.info, next) : (next?.hint ?? hints[facts.info] ?? laterHint)}</p>
      </ResultPage>
    </main>
  )
}
