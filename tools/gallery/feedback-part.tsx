import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Accordion } from '../../src/ui/accordion.tsx'
import { Badge, Notice, StatusBadge } from '../../src/ui/badge.tsx'
import { Button } from '../../src/ui/button.tsx'
import { CopyButton } from '../../src/ui/copy-button.tsx'
import { EmptyState } from '../../src/ui/empty-state.tsx'
import { LoadingIndicator } from '../../src/ui/loading-indicator.tsx'
import { Pagination } from '../../src/ui/pagination.tsx'
import { SkeletonCard, SkeletonText } from '../../src/ui/skeleton.tsx'
import { Table } from '../../src/ui/table.tsx'
import { Tabs } from '../../src/ui/tabs.tsx'
import { Timeline } from '../../src/ui/timeline.tsx'

const tones = ['neutral', 'info', 'success', 'warn', 'danger', 'jade', 'gold'] as const

export function FeedbackPart() {
  return (
    <section aria-labelledby="feedback" className="space-y-6">
      <h2 id="feedback">Answers</h2>
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <StatusBadge tone="warn">Pending</StatusBadge>
        <StatusBadge tone="success">Confirmed</StatusBadge>
        <StatusBadge tone="danger">Rejected</StatusBadge>
        <StatusBadge tone="neutral">Cancelled</StatusBadge>
        <StatusBadge tone="info">Processing</StatusBadge>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Notice tone="warn" title="Your transfer is being checked">
          We confirm within 24 hours.
        </Notice>
        <Notice tone="success" title="Booking confirmed">
          <span className="inline-flex flex-wrap items-center gap-2">
            Reference <bdi className="font-semibold">TH-8F3K2M</bdi>
            <CopyButton value="TH-8F3K2M" label="Copy reference" copiedLabel="Copied!" />
          </span>
        </Notice>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <LoadingIndicator type="search" message="Finding amazing experiences..." size="sm" />
        <LoadingIndicator type="booking" message="Processing your booking..." />
        <LoadingIndicator type="upload" message="Uploading your files..." percent={72} />
        <LoadingIndicator type="success" message="Success! Redirecting..." size="lg" />
        <SkeletonCard />
        <SkeletonText lines={5} />
      </div>
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title="No tours found"
        description="Try another place or a longer duration."
        action={<Button variant="secondary">Clear filters</Button>}
      />
      <Tabs
        label="About this tour"
        tabs={[
          { key: 'overview', label: 'Overview', content: <p>Red dunes, a dune drive and dinner under the stars.</p> },
          { key: 'included', label: "What's Included", content: <p>Pickup, dinner, water.</p> },
          { key: 'itinerary', label: 'Itinerary', content: <p>Day 1: the desert</p> },
          { key: 'policies', label: 'Policies', content: <p>Free until the day before.</p> },
        ]}
      />
      <div>
        <Accordion title="What should I bring?" open>
          Light clothes and a jacket for the evening.
        </Accordion>
        <Accordion title="Is pickup included?">Yes, from any hotel in Dubai.</Accordion>
      </div>
    </section>
  )
}

type BookingRow = {
  reference: string
  guest: string
  service: string
  total: string
  state: 'warn' | 'success' | 'danger'
  word: string
}

const bookings: BookingRow[] = [
  {
    reference: 'TH-8F3K2M',
    guest: 'Aisha Khan',
    service: 'Evening desert safari',
    total: '₹11,500',
    state: 'success',
    word: 'Confirmed',
  },
  {
    reference: 'TH-2P7QX4',
    guest: 'Rahul Menon',
    service: 'UAE tourist visa, 30 days',
    total: '$92',
    state: 'warn',
    word: 'Pending',
  },
  {
    reference: 'TH-9Z1B6T',
    guest: 'عائشة الهاشمي',
    service: 'Umrah, 14 nights',
    total: 'AED 6,400',
    state: 'danger',
    word: 'Rejected',
  },
]

export function DataPart() {
  const [selected, setSelected] = useState(new Set<string>(['TH-2P7QX4']))
  const [page, setPage] = useState(3)
  return (
    <section aria-labelledby="data" className="space-y-6">
      <h2 id="data">Lists</h2>
      <Table
        caption="Bookings"
        rows={bookings}
        rowKey={(row) => row.reference}
        sort={{ key: 'reference', direction: 'asc' }}
        onSort={() => {}}
        selection={{
          selected,
          onChange: setSelected,
          allLabel: 'Select all on this page',
          rowLabel: (row) => `Select ${row.reference}`,
        }}
        columns={[
          {
            key: 'reference',
            header: 'Reference',
            isRowHeader: true,
            sortable: true,
            cell: (row) => <bdi>{row.reference}</bdi>,
          },
          { key: 'guest', header: 'Guest', cell: (row) => <bdi>{row.guest}</bdi> },
          { key: 'service', header: 'Service', cell: (row) => row.service },
          { key: 'state', header: 'Status', cell: (row) => <StatusBadge tone={row.state}>{row.word}</StatusBadge> },
          { key: 'total', header: 'Total', align: 'end', cell: (row) => <bdi>{row.total}</bdi> },
        ]}
      />
      <Pagination
        page={page}
        pageCount={12}
        label="Pages"
        previousLabel="Previous page"
        nextLabel="Next page"
        pageLabel={(one) => `Page ${one}`}
        onPage={setPage}
      />
      <Timeline
        steps={[
          {
            key: 'received',
            state: 'done',
            title: 'Booking received',
            time: '2026-11-21 10:12 AM',
            stateLabel: 'Done',
          },
          { key: 'paid', state: 'done', title: 'Payment received', time: '2026-11-21 10:15 AM', stateLabel: 'Done' },
          {
            key: 'check',
            state: 'current',
            title: 'Documents are being checked',
            body: <p className="text-ink-2 text-sm">Usually within two days.</p>,
            stateLabel: 'Now',
          },
          { key: 'ready', state: 'upcoming', title: 'Visa issued', stateLabel: 'Still to come' },
        ]}
      />
    </section>
  )
}
