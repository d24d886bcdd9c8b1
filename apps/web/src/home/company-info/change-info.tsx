import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { success } from '../../ui/toast-store.ts'
import './change-info.css'

/** Opens the form by which a company says what it is registered as now. */
export function ChangeInfo({ companyName }: { companyName: string }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button onClick={() => open(true)}>信息变更</Button>
      {isOpen && <ChangeSheet companyName={companyName} onClose={() => open(false)} />}
    </>
  )
}

function ChangeSheet({ companyName, onClose }: { companyName: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState(companyName)
  const [legalName, setLegalName] = useState('')
  const seals = useQuery({
    queryKey: ['companySeals', 'ending'],
    queryFn: ({ signal }) => call('listCompanySeal', {}, { signal }),
  })
  const ending = seals.data?.countArray.filter(({ sealStatus }) => living.has(sealStatus)) ?? []
  const number = ending.reduce((sum, { number: some }) => sum + some, 0)
  return (
    <FormSheet
      title="信息变更"
      confirm="确认变更"
      tone="seal"
      send={() => call('changeCompanyInfo', { companyName: name.trim(), legalName: legalName.trim() })}
      onDone={() => {
        success('企业信息已变更，请重新制作印章')
        // Everything that names the company is read anew.
        void queryClient.invalidateQueries()
        onClose()
        void navigate('/company-space/admin-signatures')
      }}
      onClose={onClose}
      ready={name.trim() !== '' && legalName.trim() !== ''}
    >
      <Field
        label="企业名称"
        maxLength={50}
        hint={`现名 ${companyName}，统一社会信用代码不变`}
        value={name}
        data-first
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="法定代表人"
        maxLength={30}
        hint="须与工商登记一致，变更后立即核验"
        value={legalName}
        onChange={(event) => setLegalName(event.target.value)}
      />
      <h3>变更通过后</h3>
      <Facts
        className="change-info-facts"
        facts={[
          ['企业印章', seals.data ? `${number}枚全部注销，按新的信息重新制作` : '全部注销，按新的信息重新制作'],
          ['印章授权', '随印章失效，需重新签署授权书'],
          ['签署中的合同', '尚未盖章的改用新印章'],
          ['已签署的合同', '不受影响，验证仍然通过'],
        ]}
      />
    </FormSheet>
  )
}

const living: ReadonlySet<string> = new Set(['auditing', 'auditFailed', 'enabled', 'disabled'])
