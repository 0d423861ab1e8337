import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { textOf } from '../text.ts'

const t = textOf('bookings')
const rows = Array.from({ length: 8 }, (_, index) => `row-${index}`)

export const ListSkeleton = () => (
  <SkeletonRegion label={t('loading')}>
    <Skeleton className="mt-5 mb-4 h-4 w-24" />
    <div className="overflow-clip rounded-lg border border-line bg-surface max-md:border-0 max-md:bg-transparent">
      <div className="h-11 bg-sunken max-md:hidden" />
      {rows.map((row) => (
        <div
          key={row}
          className="grid gap-2 border-line p-4 max-md:mb-3 max-md:rounded-lg max-md:border max-md:bg-surface md:grid-cols-[7rem_1fr_1fr_6rem_6rem] md:gap-5 md:border-t md:px-3 md:py-5"
        >
          <Skeleton className="h-5 max-md:w-28" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5 max-md:w-2/3" />
          <Skeleton className="h-5 max-md:w-2/5" />
          <Skeleton className="h-5 max-md:hidden" />
        </div>
      ))}
    </div>
  </SkeletonRegion>
)
