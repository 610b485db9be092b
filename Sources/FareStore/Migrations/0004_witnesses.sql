-- The witnesses of a stored observation, which the view asks for at every row of a retracted batch.
create index witness_of on witness (origin, destination, departure_month, observed_month, of_batch, of_record);
