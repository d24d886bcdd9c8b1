import type { BatchSignRow } from '@moqi/api/batch-signing'
import type { Space } from '../../client/space-store.ts'
import { NoDetail } from '../../kit/contract/no-detail.tsx'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { DocumentView } from '../../kit/document/document-view.tsx'
import '../../kit/document/file-preview.css'
import { ButtonLink } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { doPath, nameOf } from './check-row.tsx'

type PreviewSheetProps = {
  row: BatchSignRow
  space: Space
  /** The address of the page it lies over. */
  here: string
  onClose: () => void
}

/** A contract to be read before it is signed with others; whoever wants to sign it alone goes on from here. */
export function PreviewSheet({ row, space, here, onClose }: PreviewSheetProps) {
  const { data, error, isFetching, refetch } = useSignDetail(row.signId)
  return (
    <Sheet
      title={nameOf(row)}
      width={880}
      onClose={onClose}
      footer={row.signBeforeCheck === 1 && <ButtonLink to={doPath(row, space, here)}>单独签署</ButtonLink>}
    >
      <div className="file-preview">
        {data ? (
          <DocumentView files={data.fileArray} label={`${nameOf(row)}的内容`} />
        ) : error ? (
          <NoDetail error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={8} height={44} />
        )}
      </div>
    </Sheet>
  )
}
