import { purposeTable, type SealPurpose, sealPurposes } from '@moqi/domain/seals/company-seal'
import { Plus, Snowflake } from 'lucide-react'
import { useState } from 'react'
import { useSpace } from '../../client/space-store.ts'
import { Navigate } from '../../router/link.tsx'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { hasRight, seesSeals } from '../../kit/space/space-facts.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select.tsx'
import { FilingButton } from './filing-button.tsx'
import { FreezeBanner } from './freeze-banner.tsx'
import { FreezeSheet } from './freeze-sheet.tsx'
import { SealList } from './seal-list.tsx'
import { makePath } from './seal-paths.ts'
import { type SealAsk, sealsAsked, statusSegments } from './seal-ask.ts'
import { WatchButton } from './watch-button.tsx'
import { useCompanySeals } from './use-company-seals.ts'
import './company-seals.css'

/**
 * /company-space/admin-signatures (checklist R38): the company's seals, for whoever manages them or audits their use.
 */
export function CompanySealsPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (!seesSeals(space)) return <Navigate replace to="/401" />
  return (
    <Seals tenantId={space.tenantId} manages={hasRight(space, 'manageSeals')} audits={hasRight(space, 'auditSeals')} />
  )
}

function Seals({ tenantId, manages, audits }: { tenantId: string; manages: boolean; audits: boolean }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const asked = sealsAsked(params)
  const seals = useCompanySeals(tenantId, asked)
  const [sheet, open] = useState<'freezeSeals' | 'thawSeals' | null>(null)
  const freeze = seals.data?.freeze ?? null
  const onAsk = (next: SealAsk) => void navigate(next.path, { replace: true })
  return (
    <>
      <SealActs
        tenantId={tenantId}
        manages={manages}
        audits={audits}
        onFreeze={seals.data && !freeze ? () => open('freezeSeals') : null}
      />
      {freeze && <FreezeBanner freeze={freeze} onThaw={manages ? () => open('thawSeals') : null} />}
      <div className="company-seals-bar">
        <Segments
          label="印章状态"
          current={asked.sealStatus}
          segments={statusSegments(asked, seals.data?.countArray)}
        />
        <span className="row company-seals-find">
          <Select
            aria-label="印章类型"
            value={asked.sealPurpose}
            options={purposeOptions}
            onChange={(sealPurpose) => onAsk(asked.with({ sealPurpose }))}
          />
          <SearchField
            label="印章名称/编码"
            maxLength={60}
            value={asked.keyword}
            onSearch={(keyword) => onAsk(asked.with({ keyword }))}
          />
        </span>
      </div>
      <SealList seals={seals} manages={manages} narrowed={asked.narrowed} onClear={() => onAsk(asked.cleared())} />
      {sheet && <FreezeSheet deed={sheet} onClose={() => open(null)} />}
    </>
  )
}

const purposeOptions: { value: SealPurpose | ''; label: string }[] = [
  { value: '', label: '全部类型' },
  ...sealPurposes.map((value) => ({ value, label: purposeTable[value].label })),
]

type SealActsProps = { tenantId: string; manages: boolean; audits: boolean; onFreeze: (() => void) | null }

/** What may be done with all of the company's seals. */
function SealActs({ tenantId, manages, audits, onFreeze }: SealActsProps) {
  const navigate = useNavigate()
  return (
    <MeActs>
      {audits && <FilingButton />}
      {manages && <WatchButton tenantId={tenantId} />}
      {manages && onFreeze && (
        <Button className="danger" onClick={onFreeze}>
          <Snowflake size={16} />
          冻结全部印章
        </Button>
      )}
      {manages && (
        <Button variant="primary" onClick={() => void navigate(makePath)}>
          <Plus size={18} />
          制作印章
        </Button>
      )}
    </MeActs>
  )
}
