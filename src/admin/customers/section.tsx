import { useParams } from '@tanstack/react-router'
import { CustomerPage } from './customer-page.tsx'
import { Customers } from './customers.tsx'

export function CustomersSection() {
  const { item } = useParams({ strict: false }) as { item?: string }
  return item ? <CustomerPage key={item} id={item} /> : <Customers />
}
