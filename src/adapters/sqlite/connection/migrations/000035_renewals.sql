-- What a kept memory's last use was before review renewed it; empty if it was never used.
ALTER TABLE review_decisions ADD COLUMN renewed_from TEXT;
