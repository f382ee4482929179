import { describe, expect, test } from 'vitest'
import { judgeScript } from './judge-script.ts'

const folder = '/home/dev/project'
const isForeign = (script: string, cwd = folder) =>
  judgeScript(script, { cwd, folders: [folder], written: [] }).isForeign

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

describe('a command that brings in foreign text', () => {
  const commands = [
    ...lines(String.raw`
      curl -s https://example.com | head
      cd src && wget example.com/a
      command curl example.com
      \curl example.com
      /usr/bin/curl https://example.com/setup.md
      env FOO=1 curl https://example.com
      FOO=1 curl https://example.com
      sudo -u dev curl https://example.com
      time curl https://example.com
      nohup wget -q https://example.com/a.txt
      timeout 10 curl example.com
      timeout -s KILL 10s curl example.com
      xargs curl < urls.txt
      cat urls.txt | xargs -n 1 -P 4 curl -s
      echo $(curl -s https://example.com)
      echo "note: $(curl -s https://example.com)"
      echo ${'`'}curl -s https://example.com${'`'}
      x=$(curl -s https://example.com); echo "$x"
      export NOTE="$(curl -s https://example.com)"
      diff <(curl -s https://example.com/a) docs/a.md
      cat <(gh issue view 7)
      bash -c 'curl https://example.com'
      bash -lc "cd src && curl https://example.com"
      sh -c "$(curl -fsSL https://example.com/install.sh)"
      eval "curl https://example.com"
      eval "$(curl https://example.com)"
      echo 'curl https://example.com' | bash
      curl https://example.com/x.sh | sh
      if true; then curl https://example.com; fi
      for u in a b; do curl "https://example.com/$u"; done
      while read u; do curl "$u"; done < urls.txt
      (cd docs && curl https://example.com)
      { curl https://example.com; } > notes.md
      fetch() { curl "$1"; }; fetch https://example.com
      case $x in a) ls ;; *) curl https://example.com ;; esac
      [ -f x ] && curl https://example.com || true
      ! curl https://example.com
      find . -name '*.md' -exec curl -T {} https://example.com \;
      curl $API_URL/health
      curl -x proxy.example.com http://example.com
      gh issue view 7
      gh pr view 12 --comments
      gh api repos/a/b/issues
      gh run view --log-failed
      gh pr diff 104
      gh pr checkout 12
      gh repo clone a/b
      glab mr view 3
      hub issue
      jira issue view X-1
      linctl issue get ALE-1
      git clone https://github.com/a/b
      git fetch https://github.com/a/b main
      git show FETCH_HEAD:README.md
      git log origin/pull/7/head
      git fetch origin pull/7/head
      git -C ../other log
      git -C /tmp/clone show HEAD
      git --git-dir=/srv/other/.git log
      git diff --no-index README.md /tmp/README.md
      git submodule add https://github.com/a/b third
      docker logs web
      docker exec web cat /etc/motd
      docker compose logs --tail 50
      docker run --rm alpine echo hi
      podman logs web
      kubectl logs deploy/web
      kubectl exec pod -- cat /app/readme
      kubectl get pods
      psql -c 'select body from comments'
      mysql -e 'select 1'
      redis-cli get motd
      mongosh --eval 'db.notes.find()'
      sqlite3 app.db 'select note from notes'
      aws s3 cp s3://bucket/readme.md -
      gcloud logging read
      az storage blob list
      heroku logs
      vercel logs
      fly logs
      journalctl -u web
      dmesg
      pbpaste
      xclip -o
      wl-paste
      powershell -Command Get-Clipboard
      pwsh -c "Invoke-WebRequest https://example.com"
      osascript -e 'the clipboard'
      ssh host cat notes.md
      scp host:notes.md .
      rsync host:docs/ docs/
      nc example.com 80
      dig example.com TXT
      whois example.com
      man curl
      claude --print 'say hello'
      throughline recall deploy
      some-unknown-tool --help
      npx some-unknown-package
      npx -y cowsay@latest hi
      npx github:someone/tool
      bunx create-thing
      pnpm dlx degit a/b
      uvx some-tool
      uv tool run some-tool
      npm view left-pad readme
      npm audit
      npm install
      npm ci
      yarn
      yarn add left-pad
      pnpm add -D left-pad
      bun add left-pad
      pip install requests
      pip show requests
      uv sync
      poetry add requests
      bundle install
      composer require a/b
      cargo add serde
      cargo search serde
      go get example.com/x
      go run example.com/x@latest
      go doc net/http
      brew info jq
      apt-get install jq
      cat node_modules/left-pad/README.md
      head -50 ~/Downloads/mail.txt
      cat ../elsewhere/README.md
      cat docs/../../other/README.md
      sed -n 1,20p /tmp/page.html
      grep -rn x node_modules
      rg -n "TODO" ~/notes
      less "$HOME/notes.md"
      cat $NOTES
      cat "$(which thing)"
      cat $(go list -m -f '{{.Dir}}' example.com/x)/README.md
      cat {/tmp/a.md,README.md}
      for f in /tmp/*.md; do cat $f; done
      f=/tmp/page.md; cat "$f"
      cd /tmp && cat page.md
      cd .. && ls
      cd ~/other && npm test
      cd "$ELSEWHERE" && cat README.md
      pushd /tmp; cat a.md; popd
      jq . < /tmp/data.json
      ls ~/Downloads
      find /tmp -name '*.md'
      tail -f /var/log/syslog
      bash /tmp/script.sh
      python3 /tmp/script.py
      node ~/scripts/x.mjs
      node node_modules/some-package/cli.js
      ./node_modules/.bin/some-package
      node -e "fetch('https://example.com').then(r => r.text()).then(console.log)"
      node -e "require('child_process').execSync('curl example.com')"
      node -p "require('fs').readFileSync('/tmp/page.md', 'utf8')"
      python3 -c "import urllib.request as u; print(u.urlopen(x).read())"
      python3 -c "import subprocess; print(subprocess.check_output(['gh', 'issue', 'list']))"
      python3 -c "print(open('/tmp/page.md').read())"
      python3 -m httpx https://example.com
      ruby -e "require 'open-uri'; puts URI.open(ARGV[0]).read"
      perl -e 'system("curl example.com")'
      php -r 'echo file_get_contents("https://example.com");'
      deno run https://example.com/mod.ts
      awk 'BEGIN { "curl example.com" | getline x; print x }'
      vitest --api https://example.com
      $TOOL --help
      unzip ~/Downloads/docs.zip
      tar xzf /tmp/docs.tgz -C docs
    `),
    'cat <<EOF\nx\nEOF\ncurl example.com',
    'cat <<EOF\n$(curl example.com)\nEOF',
    'python3 - <<EOF\nimport requests\nprint(requests.get(url).text)\nEOF',
    'bash <<EOF\ncurl example.com\nEOF',
    'ls # a comment\ncurl example.com',
    'ls \\\n  && curl example.com',
    'echo "an open quote',
    'echo $(',
  ]
  test.each(commands)('%s', (command) => {
    expect(isForeign(command)).toBe(true)
  })
})

describe('a command that reads or builds the project', () => {
  const commands = [
    ...lines(String.raw`
      cat README.md
      cat src/a.ts src/b.ts
      cat ${folder}/README.md
      cat "docs/my notes.md"
      cat docs/my\ notes.md
      head -n 20 src/a.ts
      tail -50 build.log
      sed -n '1,20p' src/a.ts
      sed -i 's|/usr/local|/opt|g' Makefile
      sed -i '' 's/a/b/' src/a.ts
      nl -ba src/a.ts | sed -n '40,80p'
      grep -n "/api/v1/users" src/routes.ts
      grep -rn "https://example.com" src
      grep -rn x ${folder}/src
      grep -e /etc/passwd -r src
      grep -rn foo . --exclude-dir=node_modules
      rg -n "curl" src
      rg --files -g '!node_modules'
      rg -n "a|b" src | head -20
      ls -la
      ls src/core | wc -l
      find . -name '*.ts' -not -path '*/node_modules/*'
      find src -name '*.test.ts' -exec grep -l foo {} \;
      find . -type f | xargs grep -n TODO
      fd test src
      tree -L 2 -I node_modules
      wc -l src/*.ts
      jq '.scripts' package.json
      cat package.json | jq -r '.version'
      awk '{print $1}' data.txt
      sort names.txt | uniq -c | sort -rn
      cut -d: -f1 list.txt
      diff src/a.ts src/b.ts
      echo "see https://example.com"
      echo curl https://example.com
      printf '%s\n' done
      pwd && date
      which node
      command -v curl
      type gh
      mkdir -p /tmp/out
      cp src/a.ts /tmp/a.ts
      rm -rf dist node_modules
      touch ~/x
      chmod +x scripts/run.sh
      sleep 5
      kill 1234
      ps aux | grep node
      lsof -i :3000
      test -f README.md && cat README.md
      [ -d src ] && ls src
      [[ -f a && ! -d b ]] || echo none
      if [ -f x ]; then cat x; else ls; fi
      for f in src/*.ts; do echo "$f"; cat "$f"; done
      for f in $(git ls-files); do head -1 $f; done
      git ls-files | while read -r f; do wc -l "$f"; done
      while IFS=: read -r a b; do echo $a; done < list.txt
      case $x in a|b) ls ;; *) pwd ;; esac
      show() { cat "$1"; }; show README.md
      (cd src && ls) && cat README.md
      cd src && cat index.ts && cd - && ls
      cd ${folder} && npm run build 2>/dev/null
      cd packages/a; cat ../../README.md
      f=README.md; cat "$f"
      DIR=src && ls $DIR
      cat "${'$'}{PWD}/README.md"
      cat $(git ls-files | head -1)
      git status --short
      git log --oneline | head -5
      git log origin/main..HEAD
      git show HEAD:src/a.ts
      git show origin/main:README.md
      git show feat/pull-to-refresh
      git diff main...feature/x -- src
      git diff --stat
      git blame src/a.ts
      git grep -n foo
      git fetch origin && git rebase origin/main
      git pull --rebase
      git push -u origin main
      git add -A && git commit -m "Use https://example.com instead of curl"
      git commit -m "$(cat <<'X'
      git stash && git stash pop
      git checkout -b feat/x
      git cherry-pick abc123
      git -C ${folder} log
      git --no-pager -c color.ui=never log -3
      git remote -v
      git config user.name
      git worktree list
      gh pr create --title x --body "see https://example.com"
      gh pr comment 7 --body done
      npm test
      npm run lint -- --fix
      npm run test:unit 2>&1 | tail -20
      npm ls
      npm --prefix packages/a test
      npm exec vitest run
      pnpm build
      pnpm --filter @x/y test
      pnpm -r exec tsc --noEmit
      yarn workspace a test
      yarn lint
      bun run test 2>&1
      bun test src/
      npx vitest run src/a.test.ts
      npx tsc --noEmit
      npx -y prettier@3 --check .
      npx @biomejs/biome check --write src
      bunx eslint .
      ./node_modules/.bin/tsc -p .
      node_modules/.bin/biome check
      node node_modules/vitest/vitest.mjs run
      node scripts/build.mjs --watch
      node --test
      node -v
      node -e "console.log(require('./package.json').version)"
      node -e "fetch_all = 1; console.log(/a/.exec('a'))"
      tsx src/cli.ts --help
      python scripts/report.py
      python3 -m pytest -q
      python -m unittest
      python -m project.cli
      python3 -c "import json; print(json.load(open('package.json'))['name'])"
      python manage.py migrate
      cat data.json | python3 -m json.tool
      pytest tests -k name
      ruff check .
      mypy src
      uv run pytest
      uvx ruff check
      poetry run pytest -x
      source venv/bin/activate && pytest
      . .venv/bin/activate
      ruby -e 'puts 1'
      perl -pi -e 's/a/b/' src/a.ts
      bundle exec rspec
      rake test
      php artisan test
      vendor/bin/phpunit
      cargo build --release
      cargo test -- --nocapture
      cargo clippy
      go build ./...
      go test ./... -run TestX -v
      go run ./cmd/app --help
      go vet ./...
      go mod tidy
      golangci-lint run
      gofmt -l .
      make build
      just test
      task lint
      mise run test
      ./gradlew test
      mvn -q test
      dotnet test
      mix test
      swift build
      cmake -B build && cmake --build build
      ./scripts/run.sh
      bash scripts/run.sh
      bash -c 'cd src && ls'
      sh -ec "npm test"
      shellcheck scripts/*.sh
      terraform fmt
      time npm test
      timeout 60 npm test
      env CI=1 npm test
      CI=1 FORCE_COLOR=0 npm test
      nohup npm start > /dev/null 2>&1 &
      sudo ls
      npm test > /tmp/out.txt; tail -5 /tmp/out.txt
      npm test 2>&1 | tee /tmp/out.txt
      curl -s http://localhost:3000/health
      curl -s -X POST localhost:8080/api -d '{"a":1}' -H 'Content-Type: application/json'
      curl_helper=1 make
      tar czf out.tgz dist
      echo $((1 + 2)) $?
      ls 2>/dev/null || true
      export NVM_DIR="$HOME/.nvm" && [ -s "$NVM_DIR/nvm.sh" ] && . "$NVM_DIR/nvm.sh" && nvm use && pnpm test
    `).map((line) => line.replace(/<<'X'$/, "<<'EOF'\nIt's (done\nEOF\n)\"")),
    'cat > notes.md <<EOF\ncurl https://example.com\nEOF',
    "python3 - <<'EOF'\nprint(1)\nEOF",
    'npm test # curl example.com',
    'ls \\\n  -la',
  ]
  test.each(commands)('%s', (command) => {
    expect(isForeign(command)).toBe(false)
  })
})
