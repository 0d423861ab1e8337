import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'

const rows = Array.from({ length: 8 }, (_, index) => `row-${index}`)

export const ListSkeleton = ({ label }: { label: string }) => (
  <SkeletonRegion label={label}>
    <Skeleton className="mt-5 mb-4 h-4 w-24" />
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-5 border-t border-line px-4 py-4 first:border-t-0">
          <Skeleton className="size-11 flex-none" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="ms-auto h-5 w-1/5" />
        </div>
      ))}
    </div>
  </SkeletonRegion>
)
