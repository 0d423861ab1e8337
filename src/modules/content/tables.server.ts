import type { ColumnType } from 'kysely'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { TrashColumns } from '../../platform/db/trash-columns.server.ts'
import type { ContentTranslationsTable } from './translations/tables.server.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    homepage_sliders: SlidersTable
    menu_items: MenuItemsTable
    pages: PagesTable
    contact_messages: ContactMessagesTable
    enquiry_entries: EnquiryEntriesTable
    canned_replies: CannedRepliesTable
    visit_counter: VisitCounterTable
    kind_visits: KindVisitsTable
    wish_list_items: WishListItemsTable
    content_translations: ContentTranslationsTable
  }
}

interface SlidersTable extends TrashColumns {
  id: string
  title: string
  subtitle: Defaulted<string>
  image_url: string
  link_url: Defaulted<string>
  button_text: Defaulted<string>
  display_order: Defaulted<number>
  is_active: Defaulted<boolean>
  cta_button_color: Defaulted<string>
  background_overlay_opacity: ColumnType<string, string | number | undefined, string | number>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
interface MenuItemsTable extends TrashColumns {
  /** The item that was deleted: itself, or the one above it. */
  trashed_with: ColumnType<string | null, never, string | null>
  id: string
  name: string
  href: string
  icon: Defaulted<string>
  menu_type: Defaulted<'header' | 'footer'>
  target: Defaulted<'_self' | '_blank'>
  parent_id: string | null
  order_index: Defaulted<number>
  is_active: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
interface PagesTable {
  slug: string
  title: string
  /** In the markup of kernel/marked-text.ts. */
  body: string
  seo_title: string | null
  seo_description: string | null
  version: Defaulted<number>
  updated_at: Timestamp
}
interface ContactMessagesTable {
  id: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  topic: Defaulted<string>
  travel_dates: Defaulted<string>
  travellers: Defaulted<string>
  /** Of the topic 'departure'. */
  service_id: string | null
  service_type: string | null
  /** Of the topic 'booking'. */
  booking_id: string | null
  /** Of replies; null: the shop's default. */
  language: ColumnType<string | null, string | null | undefined, string | null>
  /** When and by whom it was answered. */
  handled_at: Date | null
  handled_by: string | null
  /** Nothing more to do; counts only while it is handled. */
  closed_at: ColumnType<Date | null, never, Date | null>
  closed_by: ColumnType<string | null, never, string | null>
  created_at: Timestamp
}
interface EnquiryEntriesTable {
  id: string
  enquiry_id: string
  kind: 'reply' | 'answer'
  text: string
  author_id: string | null
  author_name: string
  /** Of a reply. */
  mail_id: string | null
  /** Of a copied answer. */
  deleted_at: ColumnType<Date | null, never, Date | null>
  created_at: Timestamp
}
interface CannedRepliesTable {
  id: string
  title: string
  text: string
  version: Defaulted<number>
  deleted_at: ColumnType<Date | null, never, Date | null>
  created_at: Timestamp
  updated_at: Timestamp
}
/** Visitors of a kind's item pages by day. */
interface KindVisitsTable {
  day: string
  kind: string
  visits: number
}
interface VisitCounterTable {
  is_only: Defaulted<boolean>
  first_visits: number
}
interface WishListItemsTable {
  user_id: string
  /** May be gone since. */
  service_id: string
  title: string
  created_at: Date
}
