-- With this key the server signs who shared a memory first, and that it was forgotten. Clients send it
-- back, so a server that was restored from a backup knows it even of memories that the backup lacks.
ALTER TABLE organisations ADD COLUMN signing_key text NOT NULL
  DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

-- When its creator shared it.
ALTER TABLE shared_memories ADD COLUMN shared_at timestamptz NOT NULL DEFAULT now();
