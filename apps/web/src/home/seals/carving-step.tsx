import type { Output } from '@moqi/api/call'
import type { CompanySeal } from '@moqi/api/company-seal'
import type { Table } from '@moqi/api/table'
import { useMemo, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { type Carving, carvingFaults, wireCarving, withoutBlanks } from './carving.ts'
import { CarvingFields } from './carving-fields.tsx'
import { backToSeals, makingSteps } from './making-steps.ts'
import { SealPreview } from './seal-preview.tsx'
import './carving-step.css'

type CarvingStepProps = {
  making: Output<Table['getSealMaking']>
  carving: Carving
  onChange: (carving: Carving) => void
  onBack: () => void
  onMade: (seal: CompanySeal) => void
}

/** Second step: what the seal reads and how it looks, seen at once as it will be. */
export function CarvingStep({ making, carving, onChange, onBack, onMade }: CarvingStepProps) {
  const drawn = useMemo(() => withoutBlanks(carving.design), [carving.design])
  const owner = { companyName: making.companyName, creditCode: '', legalName: making.legalPersonName }
  const { form, faults, show } = useFaults<string>()
  const [key, setKey] = useState(randomKey)
  const { busy, submit } = useSubmit<string>({
    show,
    check: () => carvingFaults(carving, owner),
    send: async () =>
      onMade(await call('addCompanySeal', { ...wireCarving(carving.design), sealName: carving.name }, { key })),
    read: (thrown) => {
      // What is sent next is something else.
      setKey(randomKey())
      if (!(thrown instanceof CallRefusal)) return { whole: '制作失败，请稍后重试' }
      const { field } = thrown.data
      return { [typeof field === 'string' ? field : 'whole']: thrown.message }
    },
  })
  const change = (next: Carving) => {
    onChange(next)
    show({})
  }
  return (
    <WizardFrame
      steps={makingSteps}
      current={1}
      back={backToSeals}
      name="制作印章"
      status={making.companyName}
      actions={
        <>
          <Button onClick={onBack}>上一步</Button>
          <Button variant="primary" busy={busy} onClick={() => submit()}>
            制作并启用
          </Button>
        </>
      }
    >
      <h1 className="sr">内容与样式</h1>
      <div className="carving-step">
        <form ref={form} className="carving-fields" noValidate onSubmit={submit}>
          <FormFault>{faults['whole'] ?? faults['sealPurpose']}</FormFault>
          <CarvingFields
            carving={carving}
            companyName={making.companyName}
            faultOf={(field) => faults[field]}
            onChange={change}
            onPurpose={onBack}
          />
          <button type="submit" hidden />
        </form>
        <SealPreview design={drawn} owner={owner} />
      </div>
    </WizardFrame>
  )
}
