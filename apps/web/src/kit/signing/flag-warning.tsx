import type { ContractFlags } from '@moqi/api/lending'
import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useVisit } from '../../client/visit.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { Check } from '../../ui/field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { contractKeys, refreshContracts } from '../contract/contract-keys.ts'
import { viewPath } from '../contract/contract-paths.ts'
import './flag-warning.css'

type FlagWarningProps = { contract: { signId: string; taskType: 'normal' | 'relieve' } }

const meanings: Readonly<Record<ContractFlags['flagArray'][number]['flagKind'], string>> = {
  loan: '合同中有借贷内容。请核对出借方和借款方的真实姓名、实际到手的金额、利率和还款期限；没有收到的钱不要签字确认。',
  blankAmount: '合同中的金额或利率还空着。签署后，空白处可能被人填上您没有同意的内容。请要求发起方写明后重新发起。',
}

/** What a contract is flagged for: read and known before it can be signed (ADR 0074). */
export function FlagWarning({ contract }: FlagWarningProps) {
  const { signId } = contract
  const flags = useQuery({
    queryKey: [...contractKeys.all, 'flags', signId],
    queryFn: ({ signal }) => call('getContractFlags', { signId }, { signal, quiet: true }),
  })
  return (
    <main className="flagged">
      <header>
        <TriangleAlert size={32} aria-hidden="true" />
        <h1>签署前请阅读风险提示</h1>
        <p>平台检查了合同的文字，下面的内容请您务必核对。平台不参与借贷，也不保证合同内容合法。</p>
      </header>
      <CardState query={flags} rows={6}>
        {(known) => <Warned {...known} contract={contract} />}
      </CardState>
    </main>
  )
}

function Warned({ flagArray, partyArray, contract }: ContractFlags & FlagWarningProps) {
  const { signId } = contract
  const { visit } = useVisit()
  const [known, setKnown] = useState(false)
  const [tried, setTried] = useState(false)
  const keyOf = useRepeatKey()
  const knowing = useMutation({
    mutationFn: () => call('knowContractFlags', { signId }, { key: keyOf({ signId }), quiet: true }),
    onSuccess: () => refreshContracts(),
    onError: (error) => {
      showRefusal(error)
      void refreshContracts()
    },
  })
  const goOn = () => {
    setTried(!known)
    if (known) knowing.mutate()
  }
  return (
    <>
      {flagArray.map(({ flagKind, label, findingArray }) => (
        <section key={flagKind} className="card" aria-labelledby={`flag-${flagKind}`}>
          <h2 id={`flag-${flagKind}`} className="h2">
            {label}
          </h2>
          <p>{meanings[flagKind]}</p>
          <ul className="flag-said">
            {findingArray.map(({ before, match, after }) => (
              <li key={before + match + after}>
                {before}
                <mark>{match}</mark>
                {after}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section className="card" aria-labelledby="flag-parties">
        <h2 id="flag-parties" className="h2">
          合同各方
        </h2>
        <p>请核对各方的真实名称。“未实名”的一方，平台没有核验过身份。</p>
        <ul className="flag-parties">
          {partyArray.map(({ partyName, isInitiator, isOwn, isAuthenticated }, index) => (
            <li key={`${index}${partyName}`}>
              <span>
                {partyName}
                <small>{[isInitiator === 1 && '发起方', isOwn === 1 && '您'].filter(Boolean).join('、')}</small>
              </span>
              {isAuthenticated === 1 ? <Tag tone="green">已实名</Tag> : <Tag tone="ochre">未实名</Tag>}
            </li>
          ))}
        </ul>
      </section>
      <section className="card flag-known" aria-label="确认已知悉">
        <p>遇到“刷流水”“先签空白合同”“砍头息”等要求，请不要签署。可拨打反诈专线 96110 咨询，金融消费投诉请拨 12378。</p>
        <Check
          checked={known}
          error={tried && !known ? '请先勾选“我已知悉”' : undefined}
          onChange={(event) => setKnown(event.target.checked)}
        >
          我已知悉以上风险提示
        </Check>
        <div className="flag-acts">
          {!visit && (
            <ButtonLink to={viewPath(contract)} size="l">
              查看合同
            </ButtonLink>
          )}
          <Button size="l" variant="primary" busy={knowing.isPending} onClick={goOn}>
            继续签署
          </Button>
        </div>
      </section>
    </>
  )
}
