import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { SelectField } from '../../ui/select-field.tsx'

type SuccessorFieldProps = {
  /** Contracts somebody has to take over. */
  open: number
  /** Who leaves; null for oneself. */
  exceptId: string | null
  value: string
  onChange: (memberId: string) => void
}

/** The colleague who takes the contracts over; must be named when there are open ones. */
export function SuccessorField({ open, exceptId, value, onChange }: SuccessorFieldProps) {
  const { data, isError } = useQuery({
    queryKey: ['members', 'colleagues', exceptId],
    queryFn: ({ signal }) => call('colleagueList', { exceptId }, { signal }),
  })
  const choices = (data?.colleagueArray ?? []).map(({ memberId, memberName, departmentName }) => ({
    value: memberId,
    label: departmentName ? `${memberName}　${departmentName}` : memberName,
  }))
  return (
    <SelectField
      label={open > 0 ? '接手合同的同事' : '接手合同的同事（选填）'}
      options={[{ value: '', label: open > 0 ? '请选择' : '管理员' }, ...choices]}
      value={value}
      error={isError ? '没有读到同事名单，请关闭后重试' : undefined}
      hint="对方会成为已发起合同的发起人，并代为签署未完成的合同"
      onChange={onChange}
    />
  )
}
