import type { SpaceInfo } from '@moqi/api/shapes'
import { useState } from 'react'
import { readFrom } from '../../client/own-path.ts'
import { useSpace } from '../../client/space-store.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useSpaces } from '../../kit/space/use-spaces.ts'
import { CompanyAuthSteps, TakenCompany } from '../../kit/authentication/company-auth.tsx'

/**
 * /company-auth-info (checklist R21): form, steps and result of the present company's authentication, or a new one's.
 */
export function CompanyAuthPage() {
  const spaces = useSpaces()
  const current = useSpace((store) => store.current)
  const [query, setQuery] = useSearchParams()
  const taken = query.get('taken')
  if (taken) return <TakenCompany creditCode={taken} onBack={() => setQuery(new URLSearchParams())} />
  if (spaces.error && !spaces.data)
    return <LoadingFailed onRetry={() => void spaces.refetch()} busy={spaces.isFetching} />
  if (!spaces.data || !current) return <Waiting title="正在打开企业认证" />
  const own = current.spaceType === 'company' && current.isSpaceOwner === 'yes'
  const unfinished = unfinishedOf(spaces.data)
  return <Authenticating key={current.tenantId} company={own ? current.tenantId : unfinished} other={unfinished} />
}

/** Stays with the company it began with, also once that is no longer an unfinished one. */
function Authenticating({ company, other }: Record<'company' | 'other', string | undefined>) {
  const [tenantId, setTenantId] = useState(company)
  const [query] = useSearchParams()
  const passed = <Passed backTo={readFrom(query.get('from'))} onOther={() => setTenantId(other)} />
  return <CompanyAuthSteps key={tenantId} tenantId={tenantId} passed={passed} />
}

/** In the personal space: the company of the person's own that is not authenticated yet. */
const unfinishedOf = (spaces: SpaceInfo[]) =>
  spaces.find(
    ({ spaceType, spaceStatus, isSpaceOwner }) =>
      spaceType === 'company' && isSpaceOwner === 'yes' && spaceStatus !== 'passAuth',
  )?.tenantId

function Passed({ backTo, onOther }: { backTo: string; onOther: () => void }) {
  return (
    <ResultPage
      art={<MatchMark state="fit" size={112} color="#2b6a4d" />}
      title="企业认证已通过"
      actions={
        <>
          <Button size="l" onClick={onOther}>
            认证其他企业
          </Button>
          <ButtonLink to={backTo} size="l" variant="primary">
            {backTo === '/' ? '返回首页' : '继续'}
          </ButtonLink>
        </>
      }
    >
      企业公章已生成，您是企业管理员，可用企业名义发起和签署合同。
    </ResultPage>
  )
}
