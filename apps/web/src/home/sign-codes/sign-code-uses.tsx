import type { SignCodeUse } from '@moqi/api/sign-code'
import { partyStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { call, callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { safeFileName, saveBlob } from '../../client/download.ts'
import { firstPage } from '../../client/first-page.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SignCodeTag } from './sign-code-card.tsx'
import { signCodeKeys } from './sign-code-keys.ts'

/** The contracts that one code has made, newest first; a new one shows by itself. */
export function SignCodeUses({ signCodeId }: { signCodeId: string }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: signCodeKeys.uses(signCodeId),
    queryFn: ({ signal, pageParam }) =>
      call('listSignCodeUse', { signCodeId, cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
  const code = data?.pages[0]?.signCode
  const exporting = useMutation({
    mutationFn: () => callBlob('exportSignCodeUse', { signCodeId }),
    onSuccess: (blob) => saveBlob(blob, `${safeFileName(code?.codeName ?? '')}-签署码合同.csv`),
    onError: (fault) => showRefusal(fault),
  })
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data || !code)
    return (
      <div role="status" aria-label="正在加载" aria-busy="true">
        <Skeleton rows={5} height={56} />
      </div>
    )
  const uses = data.pages.flatMap(({ useArray }) => useArray)
  return (
    <>
      <div className="sign-codes-head">
        <ButtonLink to="/space/sign-codes" variant="quiet">
          <ArrowLeft size={18} />
          返回
        </ButtonLink>
        <h1 className="h1 clip" title={code.codeName}>
          {code.codeName}
        </h1>
        <SignCodeTag closing={code.closing} />
        <p className="muted num">
          已领取 {code.usedNumber} / {code.cap}
        </p>
        <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
          <Download size={16} />
          导出
        </Button>
      </div>
      {uses.length === 0 ? (
        <EmptyState title="还没有人扫码签署" hint="有人领取后会显示在这里。" />
      ) : (
        <ul className="card sign-code-uses" aria-label="合同">
          {uses.map((use) => (
            <Use key={use.taskId} use={use} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="sign-codes-more">
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            加载更多
          </Button>
        </div>
      )}
    </>
  )
}

function Use({ use: { signId, taskNo, signerName, phone, signerStatus, createTime } }: { use: SignCodeUse }) {
  return (
    <li>
      <span className="clip">{signerName}</span>
      <span className="small muted num">{phone}</span>
      <span className="small muted num">{formatDate(createTime, '{y}-{m}-{d} {h}:{i}')}</span>
      <span className="small">{partyStateLabels[signerStatus]}</span>
      {signId === null ? (
        <span className="small num">{taskNo}</span>
      ) : (
        <Link
          className="link num"
          to={viewPath({ signId, taskType: 'normal' })}
          aria-label={`查看${signerName}的合同 ${taskNo}`}
        >
          {taskNo}
        </Link>
      )}
    </li>
  )
}
