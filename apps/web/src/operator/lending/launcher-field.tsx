import { useQuery } from '@tanstack/react-query'
import { CallRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { tenantPath } from '../../kit/operator/tenant-path.ts'
import { Link } from '../../router/link.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type LauncherFieldProps = { tenantId: string; value: string; onChange: (launcherId: string) => void }

/** One launcher or all; who they are is seen in a look into the space alone. */
export function LauncherField({ tenantId, value, onChange }: LauncherFieldProps) {
  const { data, error } = useQuery({
    queryKey: ['operator-look', tenantId, 'launchers'],
    queryFn: ({ signal }) => call('listFlaggedLaunchers', { tenantId }, { signal, quiet: true }),
    retry: false,
    gcTime: 0,
  })
  if (error instanceof CallRefusal && error.reason === 'look/required')
    return (
      <p className="small muted">
        将冻结全部发起人的合同。只冻结一位发起人的，请先
        <Link className="link" to={tenantPath(tenantId)}>
          写明原因查看该空间
        </Link>
        。
      </p>
    )
  const launchers = data?.launcherArray ?? []
  return (
    <SelectField
      label="发起人"
      value={value}
      options={[
        { value: '', label: '全部发起人' },
        ...launchers.map(({ launcherId, launcherName, contractNumber }) => ({
          value: launcherId,
          label: `${launcherName}（${contractNumber}份签署中）`,
        })),
      ]}
      onChange={onChange}
    />
  )
}
