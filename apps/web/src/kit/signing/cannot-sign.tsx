import { CircleCheck } from 'lucide-react'
import { ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { viewPath } from '../contract/contract-paths.ts'
import { wayOn, type SigningVisit } from './way-on.ts'

const hints: Record<string, string> = {
  还未轮到您签署: '前一位签署方完成后，会短信通知您。',
  合同已签署完成: '可在合同详情查看和下载。',
  合同已过期: '如仍需签署，请联系发起方重新发起。',
}

type CannotSignProps = SigningVisit & { contract: { signId: string; taskType: 'normal' | 'relieve' } }

/** Why this contract cannot be signed now, and the one thing to do. */
export function CannotSign({ contract, ...facts }: CannotSignProps) {
  const next = wayOn(facts)
  const done = facts.info === '合同已签署完成'
  return (
    <main className="cannot">
      <ResultPage
        art={done ? <CircleCheck size={72} color="#2b6a4d" /> : <MatchMark state="alone" size={72} color="#3d414a" />}
        title={facts.info}
        actions={
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
        }
      >
        <p>{next?.hint ?? hints[facts.info] ?? '合同状态如有变化，可在合同详情查看。'}</p>
      </ResultPage>
    </main>
  )
}
