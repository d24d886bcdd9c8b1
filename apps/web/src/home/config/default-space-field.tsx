import { spaceLabel } from '@moqi/domain/spaces/space-name'
import { useMutation } from '@tanstack/react-query'
import { showRefusal } from '../../client/call-error.ts'
import { keep, usePreference } from '../../client/preference.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { success } from '../../ui/toast-store.ts'
import { factsOf } from '../../kit/space/space-facts.ts'
import { useSpaces } from '../../kit/space/use-spaces.ts'

/** Which space one is in after signing in (checklist R41, C28); not asked of whoever has but one. */
export function DefaultSpaceField() {
  const { data: spaces = [] } = useSpaces()
  const chosen = usePreference((state) => state.chosen?.defaultTenantId ?? null)
  const keeping = useMutation({
    mutationFn: (defaultTenantId: string | null) => keep({ defaultTenantId }),
    onSuccess: () => success('已保存'),
    onError: showRefusal,
  })
  if (spaces.length < 2) return null
  const last = { value: '', label: '上次使用的空间' }
  const own = spaces.map((space) => ({ value: space.tenantId, label: spaceLabel(factsOf(space)) }))
  return (
    <SelectField
      label="登录后进入的空间"
      hint="下次登录时生效，在任何浏览器登录都一样"
      value={(keeping.isPending ? keeping.variables : chosen) ?? ''}
      options={[last, ...own]}
      onChange={(tenantId) => keeping.mutate(tenantId || null)}
    />
  )
}
