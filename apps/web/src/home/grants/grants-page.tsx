import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { makeAutoGrantPath, makeGrantPath } from '../../kit/grants/grant-paths.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select.tsx'
import { type GrantAsk, grantsAsked, stateSegments } from './grant-ask.ts'
import { grantKeys } from './grant-keys.ts'
import { GrantList } from './grant-list.tsx'
import { MannerChoice } from './manner-choice.tsx'
import { RequestsOf } from './request-list.tsx'
import { useGrants } from './use-grants.ts'
import './grants.css'

/** /company-space/admin-authorize (checklist R38): who may use the company's seals, for whoever manages them. */
export function GrantsPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.spaceType !== 'company' || !hasRight(space, 'manageSeals')) return <Navigate replace to="/401" />
  return <ShownOf tenantId={space.tenantId} />
}

function ShownOf({ tenantId }: { tenantId: string }) {
  const [params] = useSearchParams()
  return params.get('manner') === 'asked' ? <RequestsOf tenantId={tenantId} /> : <GrantsOf tenantId={tenantId} />
}

function GrantsOf({ tenantId }: { tenantId: string }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const asked = grantsAsked(params)
  const isAuto = asked.manner === 'auto'
  const grants = useGrants(tenantId, asked)
  const { data: seals } = useQuery({
    queryKey: [...grantKeys.list(tenantId), 'seals'],
    queryFn: ({ signal }) => call('listCompanySeal', { pageSize: 50 }, { signal, quiet: true }),
  })
  const onAsk = (next: GrantAsk) => void navigate(next.path, { replace: true })
  const options = (seals?.sealArray ?? []).map(({ sealId, sealName }) => ({ value: sealId, label: sealName }))
  return (
    <>
      <MeActs>
        <Button
          variant="primary"
          onClick={() =>
            void navigate(isAuto ? makeAutoGrantPath() : makeGrantPath(asked.sealId ? { sealId: asked.sealId } : null))
          }
        >
          <Plus size={18} />
          {isAuto ? '新增自动签署' : '新增授权'}
        </Button>
      </MeActs>
      <MannerChoice tenantId={tenantId} shown={asked.manner} />
      <div className="grants-bar">
        <Segments
          label="授权状态"
          current={asked.grantState}
          segments={stateSegments(asked, grants.data?.countArray)}
        />
        <span className="row grants-find">
          <Select
            aria-label="印章"
            value={asked.sealId}
            options={[{ value: '', label: '全部印章' }, ...options]}
            onChange={(sealId) => onAsk(asked.with({ sealId }))}
          />
          <SearchField
            label={isAuto ? '授权人' : '授权成员'}
            maxLength={60}
            value={asked.keyword}
            onSearch={(keyword) => onAsk(asked.with({ keyword }))}
          />
        </span>
      </div>
      <GrantList
        grants={grants}
        manner={asked.manner}
        narrowed={asked.narrowed || asked.grantState !== 'all'}
        onClear={() => onAsk(asked.with({ grantState: 'all', sealId: '', keyword: '' }))}
      />
    </>
  )
}
